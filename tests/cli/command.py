"""The command as somebody calls it: in this process where that is the same, else in its own."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from runwright.cli import main


class Done(NamedTuple):
    """What came of a call."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as a document."""
        return json.loads(self.out)


class Command:
    """`runwright …` with an environment, a folder and a home of its own."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        folder: Path,
        environment: Mapping[str, str],
    ) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        self.folder = folder
        self.environment = {"XDG_CONFIG_HOME": str(folder / "config"), **environment}

    @property
    def credentials(self) -> Path:
        """The file of logins."""
        return self.folder / "config" / "runwright" / "credentials.toml"

    def __call__(self, *arguments: str, input: str = "", **environment: str | None) -> Done:
        """Call it, and see what it says and how it ends."""
        with self._monkeypatch.context() as patch:
            for name in [name for name in os.environ if name.startswith("RUNWRIGHT_")]:
                patch.delenv(name)
            for name, value in {**self.environment, **environment}.items():
                if value is not None:
                    patch.setenv(name, value)
            patch.setattr(sys, "argv", ["runwright", *arguments])
            patch.setattr(sys, "stdin", io.StringIO(input))
            patch.chdir(self.folder)
            self._capsys.readouterr()
            with pytest.raises(SystemExit) as ended:
                main()
        said = self._capsys.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        return Done(code, said.out, said.err)

    def fails(self, code: int, *arguments: str, **options: Any) -> str:
        """Call what must fail with this code, in one line that begins with the program's name."""
        done = self(*arguments, **options)
        assert done.code == code, done
        *_, last = done.err.splitlines()
        assert last.startswith("runwright: ")
        assert "Traceback" not in done.err
        return last

    def process_environment(self) -> dict[str, str]:
        """For a process of its own."""
        own = {k: v for k, v in os.environ.items() if not k.startswith("RUNWRIGHT_")}
        return {**own, **self.environment}
