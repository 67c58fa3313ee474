"""Following the README leaves nothing in a checkout that git would want to add."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from docs.pages import ROOT, blocks

_WRITES = re.compile(r"(?:\btee |(?<![2&])> ?|-o )([\w.-]+\.\w+)")


def test_what_the_readme_writes_is_ignored_by_git() -> None:
    shell = [each.text for each in blocks(Path(ROOT, "README.md").read_text("utf-8"))]
    written = sorted({name for text in shell for name in _WRITES.findall(text)})
    assert written, "the README writes no file any more: this test can go"
    done = subprocess.run(
        ["git", "check-ignore", *written], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout.split() == written
