"""Which files were sent, and what was said of them?"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from starlette.datastructures import UploadFile

from opora.web.asked import clean
from opora.web.uploads import Upload

if TYPE_CHECKING:
    from fastapi import Request

GIVEN: Final = (
    *("source_id", "label", "valid_from", "valid_until", "collection"),
    *("jurisdiction", "purpose", "authority", "owner"),
)
_LONGEST, _FIELD_BYTES = 200, 10_000


@asynccontextmanager
async def sent_files(request: Request) -> AsyncIterator[tuple[list[Upload], dict[str, str]]]:
    """The files of the field ``files``, open inside, and the settings that are not empty, as text."""
    async with request.form(
        max_files=request.app.state.upload_files, max_fields=40, max_part_size=_FIELD_BYTES
    ) as form:
        files = [one for one in form.getlist("files") if isinstance(one, UploadFile)]
        said = {name: form.get(name) for name in GIVEN}
        given = {name: clean(value)[:_LONGEST] for name, value in said.items() if isinstance(value, str) and value}
        yield [Upload(clean(one.filename or "file"), one.file) for one in files], given
