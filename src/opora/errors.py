"""What can go wrong, and what should the reader do?

OporaError                 base: code, message, hint, transient
├── UsageError             a wrong argument, setting value or id          exit 2
│   ├── GapMoveError       a gap, as it is, cannot make that move
│   └── PersonalDataError  an answer tells of a person, and nobody confirmed it
├── LibraryError           the library or its settings cannot be used     exit 3
│   └── LibraryBusyError   another writer holds the library               exit 3, transient
├── BackendError           a backend that was asked for is not reachable  exit 4, transient
│   └── ModelError         a language model, or an embedding one, far away: unreachable, too slow, refusing, …
├── CollectingError        an address cannot be collected; others go on   exit 1
│   ├── ForbiddenAddressError  a request may not leave for it
│   ├── RefusedError       the server said no: its status, its type       exit 1
│   └── TooMuchError       larger, slower or more redirects than allowed
└── ReadingError           a file cannot be read; other files go on       exit 1
    ├── UnsupportedTypeError
    ├── EncryptedError
    ├── EmptySourceError   no text at all (a scan without OCR, a blank file)
    ├── BrokenFileError
    ├── LimitError         time, memory or size limit reached
    └── NotAdmittedError   it may not enter: its name or what it holds
"""

from __future__ import annotations


class OporaError(Exception):
    """Something failed in a way that a person can act on."""

    code = "error"
    exit_code = 1
    transient = False

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message

    def as_json(self) -> dict[str, object]:
        return {"code": self.code, "message": self.message, "hint": self.hint, "transient": self.transient}

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.message, self.hint))


class UsageError(OporaError):
    code = "usage"
    exit_code = 2


class GapMoveError(UsageError):
    code = "gap_move"


class PersonalDataError(UsageError):
    code = "personal_data"


class LibraryError(OporaError):
    code = "library"
    exit_code = 3


class LibraryBusyError(LibraryError):
    code = "library_busy"
    transient = True


class BackendError(OporaError):
    code = "backend_unreachable"
    exit_code = 4
    transient = True


class CollectingError(OporaError):
    code = "collecting"


class ForbiddenAddressError(CollectingError):
    code = "forbidden_address"


class RefusedError(CollectingError):
    code = "refused_by_server"

    def __init__(self, message: str, hint: str = "", status: int = 0) -> None:
        super().__init__(message, hint)
        self.status = status


class TooMuchError(CollectingError):
    code = "too_much"


class ModelError(BackendError):
    """Nothing usable came from a model behind an address. Its words are never part of the message, nor is a key."""

    code = "model"
    spent: tuple[int, int, int, float] = (0, 0, 0, 0.0)
    """Calls, tokens in, tokens out and milliseconds that it took all the same."""


class ModelUnreachableError(ModelError):
    code = "model_unreachable"


class ModelTimeoutError(ModelError):
    code = "model_timeout"


class ModelBusyError(ModelError):
    code = "model_busy"


class ModelRejectedError(ModelError):
    """The address said no: a wrong key, model or request."""

    code = "model_rejected"
    transient = False


class ModelOutputError(ModelError):
    """What came is not what was asked for: no JSON, cut short, another shape, a refusal, far too much."""

    code = "model_output"


class ModelBudgetError(ModelError):
    """The tokens or calls of this answer or this day are used up."""

    code = "model_budget"
    transient = False


class ModelAbsentError(ModelError):
    """There is no model to ask: none is configured, or a recorded reply never asked it this."""

    code = "model_absent"
    transient = False


class ReadingError(OporaError):
    code = "reading"


class UnsupportedTypeError(ReadingError):
    code = "unsupported_type"


class EncryptedError(ReadingError):
    code = "encrypted"


class EmptySourceError(ReadingError):
    code = "no_text"


class BrokenFileError(ReadingError):
    code = "broken_file"


class LimitError(ReadingError):
    code = "limit"


class NotAdmittedError(ReadingError):
    code = "not_admitted"
