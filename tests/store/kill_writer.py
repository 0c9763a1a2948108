"""Publishes 50 documents until it is killed: the child of the kill test. Argument: the library folder."""

from __future__ import annotations

import sys
from pathlib import Path

from library_samples import publication

from opora.domain.source import Source
from opora.store.sqlite import SqliteLibrary

DOCUMENTS = 50


def main(folder: Path) -> None:
    library = SqliteLibrary.open(folder, create=True)
    publication(Source("warm"), "1", ["dictionaries are loaded before the clock runs"])
    print("ready", flush=True)
    for number in range(DOCUMENTS):
        sentences = [f"document {number} sentence {n}" for n in range(6)]
        library.keep_original(f"{number}".encode())
        library.publish(publication(Source(f"s{number}"), "1", sentences))
    library.close()
    print("done", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
