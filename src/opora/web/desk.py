"""What may be asked of an open library over the wire, and by whom?

One desk a process. Every call names its reader; ``permits`` decides, and what the reader may not see is not there. Bodies
have the shapes of the commands' ``--json``. Synchronous, for any number of threads.
"""

from __future__ import annotations

import copy
import dataclasses
import datetime as dt
import os
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from opora.commands.library_desk import Answered, Call, checked_question
from opora.domain.document import Block
from opora.domain.reply import Reply
from opora.domain.trace import Trace
from opora.web import permits
from opora.web.lines import write_reply
from opora.web.queue import Queue
from opora.web.readers import Reader
from opora.web.refusals import NotHereError
from opora.web.spans import Spans
from opora.web.uploads import Upload, Uploads

T = TypeVar("T")
_IMAGES: Final = 32
_CHANGES: Final = 10
_PDFIUM = threading.Lock()  # the library that draws pages is not made for several threads


@dataclasses.dataclass(frozen=True, slots=True)
class Original:
    """The bytes that a version was read from: where they are, what they are, and a name to save them under."""

    path: Path
    media_type: str
    name: str
    digest: str


class Desk(Queue):
    """Open it once; ``close`` when no call runs any more."""

    def __init__(self, place: Path) -> None:
        super().__init__(place)
        self._images: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._uploads = Uploads(place)
        self.spans = Spans()

    # asking

    def ask(self, reader: Reader, call: Call, tell: Callable[[str], None] | None = None) -> Answered:
        """A checked reply, its kept trace, and the body of ``opora ask --json``. ``tell`` hears each stage's name."""
        from opora.tape import Tape

        permits.need(reader, "reader")
        self._checked(reader, call)
        if call.after is not None:
            permits.trace_for(self._store, reader, call.after)
        confined = self._confined(reader, call)
        found = self.spans.answer(confined, tell, lambda heard: self._desk.answer(confined, Tape(heard)))
        write_reply(found, reader.key_id, self._desk.settings.serving.log == "full")
        return found

    def preview(self, reader: Reader, call: Call, changes: dict[str, Any]) -> tuple[Reply, Trace]:
        """How an assistant with these settings instead of its own would answer; nothing is kept or changed."""
        permits.need(reader, "debugger")
        self._checked(reader, call)
        settings = self._desk.settings
        own = dataclasses.replace(settings.assistant(call.assistant), **changes)
        tried = copy.copy(self._desk)
        tried.settings = dataclasses.replace(settings, assistants=settings.assistants | {call.assistant: own})
        return tried.unkept(self._confined(reader, call))

    def search(self, reader: Reader, call: Call) -> dict[str, Any]:
        permits.need(reader, "reader")
        self._checked(reader, call)
        return self._desk.search(self._confined(reader, call))

    def _checked(self, reader: Reader, call: Call) -> None:
        self._follow_settings()
        checked_question(call.text)
        permits.assistant_for(self._desk.settings, reader, call.assistant)

    def _confined(self, reader: Reader, call: Call) -> Call:
        return dataclasses.replace(call, within=reader.collections)

    def assistants(self, reader: Reader) -> list[dict[str, Any]]:
        """Name and rules of each; of a reader's own collections only."""
        permits.need(reader, "reader")
        self._follow_settings()
        settings = self._desk.settings
        rows = []
        for name in permits.assistants_for(settings, reader):
            row = dataclasses.asdict(settings.assistant(name))
            seen = [one for one in row["collections"] if reader.sees(one)]
            rows.append({"name": name, **row, "collections": seen, "purposes": list(row["purposes"])})
        return rows

    def tuned(self, reader: Reader, name: str) -> tuple[str, list[dict[str, Any]]]:
        """For whoever may change an assistant: the state of the settings, and who changed what of it, newest first."""
        from opora.web.tuned import changes, state_of

        permits.need(reader, "admin")
        permits.assistant_for(self._desk.settings, reader, name)
        return state_of(self.place), changes(self.place, name, _CHANGES)

    def tune(self, reader: Reader, name: str, values: dict[str, Any], seen: str, when: str) -> dict[str, Any]:
        """Change how an assistant searches, for everybody, from the next question on; the record of it."""
        from opora.web.tuned import Change, tune

        def tuned() -> dict[str, Any]:
            permits.need(reader, "admin")
            self._follow_settings()
            permits.assistant_for(self._desk.settings, reader, name)
            return tune(self.place, Change(name, values, seen, reader.name, reader.key_id, when), os.environ)

        return self._noted(reader, "change settings", f"assistants.{name}", tuned)

    def assistant(self, reader: Reader, name: str) -> str:
        """The name itself; NotHereError when there is no such assistant for this reader."""
        permits.need(reader, "reader")
        self._follow_settings()
        return permits.assistant_for(self._desk.settings, reader, name)

    def source_count(self, reader: Reader) -> int:
        """How many sources the reader may see."""
        permits.need(reader, "reader")
        return len(permits.sources_for(self._store, reader))

    def collections(self, reader: Reader) -> list[str]:
        """Those of the sources that the reader may see."""
        permits.need(reader, "reader")
        return sorted({source.collection for source in permits.sources_for(self._store, reader)})

    # opening

    def show(self, reader: Reader, anchor: str) -> dict[str, Any]:
        """A place with its quote, neighbours and version."""
        from opora.commands.inspecting import shown

        permits.need(reader, "reader")
        return _or_not_here(lambda: shown(self._store, permits.anchor_for(self._store, reader, anchor)))

    def page_image(self, reader: Reader, anchor: str) -> bytes:
        """The page with the place marked, as a PNG; of a source without pages, its text."""
        from opora.commands.inspecting import draw

        body = self.show(reader, anchor)
        key = (anchor, body["text_digest"])
        found = self._images.get(key)
        if found is None:
            with _PDFIUM, tempfile.TemporaryDirectory() as folder:
                target = Path(folder) / "page.png"
                draw(self._store, body, target)
                found = target.read_bytes()
            self._keep_image(key, found)
        return found

    def blocks(self, reader: Reader, version_id: str) -> list[Block]:
        """What a version consists of, in reading order."""
        return self._store.blocks(self._version(reader, version_id).version_id)

    def page_points(self, reader: Reader, version_id: str, number: int) -> tuple[float, float]:
        """Width and height of a page of the original, in points."""
        from opora.page_image import page_points

        found = self._with_pages(reader, version_id)
        with _PDFIUM:
            return _or_not_here(lambda: page_points(found.path, found.media_type, number))

    def bare_page(self, reader: Reader, version_id: str, number: int) -> bytes:
        """A page of the original as a PNG, nothing marked on it."""
        from opora.page_image import bare_page

        found = self._with_pages(reader, version_id)
        key = (f"page {number}", found.digest)
        if key not in self._images:
            with _PDFIUM:
                drawn = _or_not_here(lambda: bare_page(found.path, found.media_type, number))
            self._keep_image(key, drawn)
            return drawn
        return self._images[key]

    def _with_pages(self, reader: Reader, version_id: str) -> Original:
        from opora.page_image import has_pages

        found = self.original(reader, version_id)
        if not has_pages(found.media_type):
            raise NotHereError()
        return found

    def _keep_image(self, key: tuple[str, str], drawn: bytes) -> None:
        self._images[key] = drawn
        while len(self._images) > _IMAGES:
            self._images.popitem(last=False)

    def has_original(self, reader: Reader, version_id: str) -> bool:
        return self._store.original(self._version(reader, version_id).bytes_digest) is not None

    def original(self, reader: Reader, version_id: str) -> Original:
        version = self._version(reader, version_id)
        path = self._store.original(version.bytes_digest)
        if path is None:
            raise NotHereError()
        source = permits.source_for(self._store, reader, version.source_id)
        suffix = Path(source.origin.partition("#")[0]).suffix
        return Original(path, version.media_type, f"{version.source_id}-{version.label}{suffix}", version.bytes_digest)

    # sources

    def sources(self, reader: Reader) -> list[dict[str, Any]]:
        from opora.commands.source_rows import source_row

        permits.need(reader, "reader")
        seen = permits.sources_for(self._store, reader)
        return [_without_folder(source_row(one, self._store.versions(one.source_id)), reader) for one in seen]

    def source(self, reader: Reader, source_id: str) -> dict[str, Any]:
        from opora.commands.source_rows import source_row

        found = self._source(reader, source_id)
        return _without_folder(source_row(found, self._store.versions(source_id)), reader)

    def versions(self, reader: Reader, source_id: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.source(reader, source_id)["versions"]
        return rows

    def report(self, reader: Reader, version_id: str) -> dict[str, Any]:
        version = self._version(reader, version_id)
        head = {"version_id": version.version_id, "source_id": version.source_id, "language": version.language}
        return head | version.report

    def text(self, reader: Reader, version_id: str) -> str:
        """All that was read of a version, as it is stored."""
        return self._store.text(self._version(reader, version_id).version_id)

    def fragments(self, reader: Reader, version_id: str) -> list[dict[str, Any]]:
        version = self._version(reader, version_id)
        pieces = self._store.fragments(version.version_id)
        return [dataclasses.asdict(piece) | {"anchor": f"{piece.version_id}:{piece.path}"} for piece in pieces]

    def inventory(self, reader: Reader) -> dict[str, Any]:
        """What entered and what was rejected, with the rules."""
        from opora.commands.admitting import inventory_body, inventory_row
        from opora.wiring import admission_rules

        permits.need(reader, "editor")
        self._follow_settings()
        seen = permits.sources_for(self._store, reader)
        rows = [inventory_row(one, self._store.versions(one.source_id)) for one in seen]
        return inventory_body(rows, admission_rules(self._desk.settings))

    def set_source(
        self, reader: Reader, source_id: str, changes: dict[str, str], version_id: str | None = None
    ) -> dict[str, Any]:
        """As ``opora set``; the values are text. A collection that the reader may not see is none to move it to."""
        from opora.commands.source_rows import changed_words

        on = changed_words(source_id, [f"{key}={value}" for key, value in changes.items()])
        return self._noted(reader, "change source", on, lambda: self._set(reader, source_id, changes, version_id))

    def _set(self, reader: Reader, source_id: str, changes: dict[str, str], version_id: str | None) -> dict[str, Any]:
        from opora.commands.source_rows import change_source, changes_from

        permits.need(reader, "editor")
        self._source(reader, source_id)
        if version_id is not None:
            self._version(reader, version_id)
        checked = changes_from(tuple(f"{key}={value}" for key, value in changes.items()))
        if "collection" in checked and not reader.sees(checked["collection"]):
            raise NotHereError("there is no such collection here", "see the list of collections")
        return change_source(self._store, source_id, checked, version_id)

    def remove(self, reader: Reader, source_id: str, erase: bool = False) -> dict[str, Any]:
        """As ``opora remove``; erasing takes the text out of everybody's records and is for an administrator."""
        from opora.commands.source_rows import remove_source

        def gone() -> dict[str, Any]:
            permits.need(reader, "admin" if erase else "editor")
            self._source(reader, source_id)
            return remove_source(self.place, source_id, erase, dt.date.today().isoformat())

        return self._noted(reader, "erase" if erase else "remove", source_id, gone)

    # adding

    def add(self, reader: Reader, uploads: list[Upload], given: dict[str, str]) -> dict[str, Any]:
        """Begin to read files in a process of their own; the job, whose state ``job`` tells."""
        permits.need(reader, "editor")
        said = dict(given)
        if reader.collections is not None:
            said = self._within(reader, said)
        job = self._uploads.start(uploads, said, reader.key_id)
        self.note(reader, "upload", job["job_id"])
        return job

    def _within(self, reader: Reader, said: dict[str, str]) -> dict[str, Any]:
        """For someone who sees a part of the library: new sources go into that part and get ids in which it stands, so
        that no id tells of what is hidden, and nothing hidden is written over."""
        if said.get("source_id"):
            self._source(reader, said["source_id"])
            if not said.get("collection"):
                return said
        seen = reader.collections or ()
        collection = said.get("collection") or ("default" if "default" in seen else seen[0])
        if collection not in seen:
            raise NotHereError("there is no such collection here", "see the list of collections")
        hidden = [one.source_id for one in self._store.sources() if not reader.sees(one.collection)]
        return said | {"collection": collection, "prefix": f"{collection}.", "hidden": hidden}

    def job(self, reader: Reader, job_id: str) -> dict[str, Any]:
        """How far an upload is: waiting, running or done, with an item for each file."""
        permits.need(reader, "editor")
        return self._uploads.job(job_id, None if reader.collections is None else reader.key_id)


def _without_folder(row: dict[str, Any], reader: Reader) -> dict[str, Any]:
    """Where a file stands on this machine is for those who manage sources."""
    return row if reader.may("editor") else row | {"origin": Path(row["origin"]).name}


def _or_not_here(look: Callable[[], T]) -> T:
    """A place that a version does not have is not there either, in the same words."""
    from opora.errors import UsageError

    try:
        return look()
    except UsageError as error:
        raise NotHereError() from error
