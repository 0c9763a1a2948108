"""What does every door need of a library that a server holds open?"""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from opora.commands.library_desk import WARM, Call, LibraryDesk
from opora.domain.deed import Deed, Outcome, What
from opora.errors import LibraryError, OporaError
from opora.settings import FILE_NAME
from opora.web import permits
from opora.web.asked import clean
from opora.web.refusals import NotAllowedError

if TYPE_CHECKING:
    from opora.domain.source import Source, Version
    from opora.settings import Settings
    from opora.web.readers import Reader

T = TypeVar("T")
_LONGEST_ID: Final = 200
_log = logging.getLogger("opora.web")
_WARM: Final = (
    "How long is the trial period?",
    "Сколько длится пробный период?",
    "Скільки триває пробний період?",
    "Cât durează perioada de probă?",
)


class Opened:
    """A library and its model, opened once; ``close`` when no call runs any more."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._desk = LibraryDesk(place)
        self._store = self._desk.store
        self._settings_seen = self._settings_state()

    def close(self) -> None:
        self._store.close()

    def warm(self) -> None:
        """Load model and dictionaries, so that the first person need not wait; nothing is kept of it."""
        for question in _WARM:
            self._desk.unkept(Call(question, dt.date.today(), False, channel=WARM))

    def readable(self) -> None:
        """LibraryError when the store cannot be read."""
        self._store.fragment_count()

    @property
    def settings(self) -> Settings:
        """As they stand in the file now."""
        self._follow_settings()
        return self._desk.settings

    def note(self, reader: Reader, what: What, on: str, outcome: Outcome = "done") -> None:
        """For the record of who did what. One that cannot be kept stands in the log; what was done stays done."""
        now = dt.datetime.now().astimezone().isoformat(timespec="seconds")
        deed = Deed(now, clean(reader.name), reader.key_id, what, clean(on)[:_LONGEST_ID], outcome)
        try:
            self._store.append_deed(deed)
        except LibraryError as error:
            _log.error("this was not kept in the record of what is done: %s: %s", deed, error)

    def _noted(self, reader: Reader, what: What, on: str, work: Callable[[], T]) -> T:
        """Do it and note it, also when it fails; a lack of rights is noted at the door, which knows what was tried."""
        try:
            found = work()
        except NotAllowedError:
            raise
        except OporaError:
            self.note(reader, what, on, "failed")
            raise
        self.note(reader, what, on)
        return found

    @property
    def warning(self) -> str | None:
        """Why it searches by words alone, if it does."""
        return self._desk.model.warning

    @property
    def language_model(self) -> dict[str, str | None] | None:
        """Which language model helps, or why none does; ``None`` where none is configured."""
        return self._desk.language.state()

    def _source(self, reader: Reader, source_id: str) -> Source:
        permits.need(reader, "reader")
        return permits.source_for(self._store, reader, source_id)

    def _version(self, reader: Reader, version_id: str) -> Version:
        permits.need(reader, "reader")
        return permits.version_for(self._store, reader, version_id)

    def _settings_state(self) -> tuple[int, int]:
        try:
            state = (self.place / FILE_NAME).stat()
        except FileNotFoundError:
            return (0, 0)
        return (state.st_mtime_ns, state.st_size)

    def _follow_settings(self) -> None:
        """A change of the settings counts from the next call on; the model stays that of the start."""
        from opora.wiring import open_settings

        state = self._settings_state()
        if state != self._settings_seen:
            self._desk.settings, self._settings_seen = open_settings(self.place), state
