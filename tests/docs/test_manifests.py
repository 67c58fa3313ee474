"""Every manifest in the documentation is one that a server takes, also where no command is run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.pages import DOCS, blocks
from runwright.models import catalog

_WRITTEN = re.compile(r"cat > models/(\S+) <<'END_OF_FILE'\n(.*?)END_OF_FILE", re.DOTALL)
_NAMED = re.compile(r"# models/(\S+)\n")


def _guide() -> list[tuple[str, str]]:
    page = (DOCS / "guides" / "connect-a-model.md").read_text("utf-8")
    found = _WRITTEN.findall(page)
    return [(name, text) for name, text in found if name != catalog.ALIASES]


@pytest.mark.parametrize(("name", "text"), _guide())
def test_a_manifest_of_the_guide_is_taken(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    snapshot = catalog.load(tmp_path).known(name.removesuffix(".toml"))
    assert snapshot.language is not None


def test_the_manifest_and_the_alias_of_the_settings_are_taken(tmp_path: Path) -> None:
    page = (DOCS / "settings.md").read_text("utf-8").partition("## Language models")[2]
    page = page.partition("\n## ")[0]
    for block in blocks(page):
        named = _NAMED.match(block.text)
        assert named is not None
        (tmp_path / named[1]).write_text(block.text)
    snapshot = catalog.load(tmp_path).known("y0-deep")
    assert snapshot.language is not None
    assert snapshot.language.effort == "low"
