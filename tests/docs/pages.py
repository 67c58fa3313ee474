"""The pages of the documentation, and the commands that stand in them.

A block marked `sh` or `python` is run. One that cannot be says why, behind its language:
`sh skip: needs docker`. A block marked `text` right below a block of commands is what they
print, with `…` for anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_SKIP = "skip:"


@dataclass(frozen=True, kw_only=True)
class Block:
    """One fenced block."""

    language: str
    skipped: str | None
    """Why it is not run."""
    text: str
    line: int
    printed: str | None
    """What the page says that it prints."""

    @property
    def is_run(self) -> bool:
        return self.language in ("sh", "python") and self.skipped is None


def pages() -> list[Path]:
    """Every page, but for the decisions, which have no commands."""
    return [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("*/[a-z]*.md"))]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(text: str) -> list[Block]:
    """The blocks of a page, in order."""
    found = list(_FENCE.finditer(text))
    return [_block(text, one, other) for one, other in zip_longest(found, found[1:])]


def _block(text: str, one: re.Match[str], other: re.Match[str] | None) -> Block:
    language, _, rest = one["info"].partition(" ")
    is_output = (
        other is not None
        and other["info"] == "text"
        and not text[one.end() : other.start()].strip()
    )
    return Block(
        language=language,
        skipped=rest.removeprefix(_SKIP).strip() if rest.startswith(_SKIP) else None,
        text=one["text"],
        line=text.count("\n", 0, one.start()) + 1,
        printed=other["text"] if other is not None and is_output else None,
    )


def prints(wanted: str, printed: str) -> bool:
    """Whether something was printed, whatever stands for each `…` and however wide the columns."""
    # How long something took is told in the unit that suits it.
    words = " ".join(wanted.split()).replace("… ms", "…")
    pattern = ".*?".join(re.escape(part.strip()) for part in words.split("…"))
    return re.search(pattern, " ".join(printed.split())) is not None
