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
    from opora.web.lines import write_lines
    from opora.web.spans import exporting
    from opora.wiring import open_settings

    folder = Path(os.environ[FOLDER])
    serving = open_settings(folder).serving
    write_lines(serving.log)
    gate = GateRules(local=not os.environ.get(OPEN_TO_ALL))
    provider = exporting() if serving.telemetry else None  # sends what it holds when the process ends
    rules = AppRules(gate=gate, warm=True, tools_write=bool(os.environ.get(WRITES)), provider=provider)
    return build_app(folder, rules)
