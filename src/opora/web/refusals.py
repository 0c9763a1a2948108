"""What is a person told who asks for what is not there, not theirs, or too much?

A thing that someone may not see is told in the very words of a thing that does not exist.
"""

from __future__ import annotations

from opora.diagnosis.recorded import UnrecordedError
from opora.errors import (
    BackendError,
    GapMoveError,
    LibraryBusyError,
    OporaError,
    PersonalDataError,
    ReadingError,
    UsageError,
)
from opora.review.signed import SignatureError


class NotHereError(UsageError):
    """It is not there, or not for this reader: one text for both."""

    code = "not_found"

    def __init__(self, message: str = "there is no such thing here", hint: str = "copy the id from a list") -> None:
        super().__init__(message, hint)


class NotAllowedError(OporaError):
    """The reader lacks a role."""

    code = "not_allowed"


class NoKeyError(OporaError):
    """No key, or one that is not known (any more)."""

    code = "no_key"


class TooLargeError(OporaError):
    code = "too_large"


class TooOftenError(OporaError):
    """Somebody comes more often than may be. ``wait_s``: whole seconds until the next request is taken."""

    code = "too_often"
    transient = True

    def __init__(self, message: str, hint: str = "", wait_s: int = 60) -> None:
        super().__init__(message, hint)
        self.wait_s = wait_s


class BusyError(OporaError):
    """More is asked at once than can wait."""

    code = "busy"
    transient = True


_STATUS: tuple[tuple[type[OporaError], int], ...] = (
    (NotHereError, 404),
    (NotAllowedError, 403),
    (NoKeyError, 401),
    (SignatureError, 401),
    (TooLargeError, 413),
    (TooOftenError, 429),
    (BusyError, 429),
    (GapMoveError, 409),
    (PersonalDataError, 409),
    (UsageError, 400),
    (UnrecordedError, 409),
    (BackendError, 424),
    (ReadingError, 422),
    (LibraryBusyError, 503),
)


def status_of(error: OporaError) -> int:
    """The HTTP status; 503 for what passes by itself, 500 for a library that cannot be used."""
    for kind, status in _STATUS:
        if isinstance(error, kind):
            return status
    return 503 if error.transient else 500
