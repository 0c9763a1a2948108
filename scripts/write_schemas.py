"""Write docs/schemas/*.json: what ``opora schema`` prints, one file for each command."""

from __future__ import annotations

import json
from pathlib import Path

from opora.commands.shapes import SHAPES, schema

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "schemas"


def main(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in SHAPES:
        text = json.dumps(schema(name), ensure_ascii=False, indent=2) + "\n"
        (folder / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
