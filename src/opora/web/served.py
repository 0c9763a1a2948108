"""What does one worker of ``opora serve`` run? The parent says it in the environment."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fastapi import FastAPI

FOLDER: Final = "OPORA_SERVED_LIBRARY"
OPEN_TO_ALL: Final = "OPORA_SERVED_ANYWHERE"
WRITES: Final = "OPORA_SERVED_WRITES"


def app() -> FastAPI:
    from opora.web.app import AppRules, build_app
    from opora.web.gatehouse import GateRules

    gate = GateRules(local=not os.environ.get(OPEN_TO_ALL))
    rules = AppRules(gate=gate, warm=True, tools_write=bool(os.environ.get(WRITES)))
    return build_app(Path(os.environ[FOLDER]), rules)
