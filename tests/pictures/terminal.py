"""The recording in the README: a real session as an animated SVG of about twenty seconds.

`make pictures` writes `docs/images/session.svg`. It has no script, and shows all at once to
whoever asks for less motion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from pictures.session import COLUMNS, Scene, record

TARGET = Path(__file__).parents[2] / "docs" / "images" / "session.svg"
LINE, CHARACTER, PADDING, BAR = 19, 8.2, 18, 34
SHOWN_ROWS = 22
TYPING, READING, PAUSE = 1.0, 2.6, 3.0
"""Seconds for typing a command, for reading what it shows, and at the end."""
_ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")
_COLOURS = dict(
    zip(
        range(8),
        ("7a7f87", "ff9d94", "8fd6a8", "e8c27a", "93a9ff", "cf9eea", "7fd3dc", "e9e7e3"),
        strict=True,
    )
)


class Row(NamedTuple):
    """A line of the picture, and when it appears."""

    content: str
    at: float
    is_command: bool = False


def main() -> None:
    """Record, draw, write."""
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(draw(record()), "utf-8")


def draw(scenes: list[Scene]) -> str:
    """The whole picture."""
    rows, ends = _rows(scenes)
    total = ends[-1] + PAUSE
    width = round(COLUMNS * CHARACTER + 2 * PADDING)
    height = SHOWN_ROWS * LINE + 2 * PADDING + BAR
    return _PICTURE.format(
        width=width,
        height=height,
        total=f"{total:.1f}",
        styles="".join(_styles(rows, total)),
        scroll=_scroll(rows, total),
        bar=BAR,
        inner=height - BAR,
        middle=width / 2,
        rows="".join(_drawn(n, row) for n, row in enumerate(rows)),
    )


def _rows(scenes: list[Scene]) -> tuple[list[Row], list[float]]:
    rows, ends, now = list[Row](), list[float](), 0.3
    for scene in scenes:
        rows.append(Row(_prompt(scene.command), now, is_command=True))
        now += TYPING
        lines = [line for line in scene.lines if _ESCAPE.sub("", line).strip()]
        rows += [Row(_spans(line), now + n * 0.06) for n, line in enumerate(lines)]
        rows.append(Row("", now))
        now += READING
        ends.append(now)
    return rows, ends


def _prompt(command: str) -> str:
    return f'<tspan fill="#8fd6a8">$ </tspan><tspan font-weight="600">{escape(command)}</tspan>'


def _spans(line: str) -> str:
    """A line with its colours."""
    parts = _ESCAPE.split(line)
    styles: dict[str, str] = {}
    spans = [_span(parts[0], styles)]
    for codes, text in zip(parts[1::2], parts[2::2], strict=True):
        styles = _after(styles, codes)
        spans.append(_span(text, styles))
    return "".join(spans)


def _after(styles: dict[str, str], codes: str) -> dict[str, str]:
    for code in [int(each) for each in codes.split(";") if each] or [0]:
        if code == 0:
            styles = {}
        elif code == 1:
            styles = {**styles, "font-weight": "600"}
        elif code == 2:
            styles = {**styles, "opacity": ".65"}
        elif code == 39:
            styles = {name: value for name, value in styles.items() if name != "fill"}
        elif 30 <= code <= 37 or 90 <= code <= 97:
            styles = {**styles, "fill": f"#{_COLOURS[code % 10]}"}
    return styles


def _span(text: str, styles: dict[str, str]) -> str:
    if not text:
        return ""
    attributes = "".join(f' {name}="{value}"' for name, value in styles.items())
    return f"<tspan{attributes}>{escape(text)}</tspan>" if attributes else escape(text)


def _drawn(n: int, row: Row) -> str:
    y = PADDING + n * LINE + 13
    return f'<text class="r{n}" x="{PADDING}" y="{y}" xml:space="preserve">{row.content}</text>'


def _styles(rows: list[Row], total: float) -> Iterator[str]:
    """Each row appears at its time, and stays until the end."""
    for n, row in enumerate(rows):
        share = 100 * row.at / total
        hidden, shown = "opacity:0", "opacity:1"
        if row.is_command:
            typed = 100 * (row.at + TYPING * 0.8) / total
            hidden, shown = "clip-path:inset(0 100% 0 0)", "clip-path:inset(0 0 0 0)"
            yield (
                f"@keyframes k{n}{{0%,{share:.2f}%{{{hidden}}}"
                f"{typed:.2f}%,100%{{{shown}}}}}.r{n}{{animation-name:k{n}}}"
            )
            continue
        yield (
            f"@keyframes k{n}{{0%,{share:.2f}%{{{hidden}}}"
            f"{share + 0.01:.2f}%,100%{{{shown}}}}}.r{n}{{animation-name:k{n}}}"
        )


def _scroll(rows: list[Row], total: float) -> str:
    """The screen moves up when there is no room below: for a command, then for what it shows."""
    commands = [n for n, row in enumerate(rows) if row.is_command]
    moves, before = ["0%{transform:translateY(0)}"], 0
    for n, following in zip(commands, [*commands[1:], len(rows)], strict=True):
        for last, at in ((n, rows[n].at), (following - 1, rows[n].at + TYPING)):
            after = max(0, last + 1 - SHOWN_ROWS) * LINE
            share = 100 * at / total
            moves += [
                f"{share:.2f}%{{transform:translateY(-{before}px)}}",
                f"{share + 0.5:.2f}%{{transform:translateY(-{after}px)}}",
            ]
            before = after
    return "".join([*moves, f"100%{{transform:translateY(-{before}px)}}"])


_PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" \
width="{width}" height="{height}" role="img" aria-label="A terminal: a statement is uploaded, a \
question is answered, its trace is shown, the run is replayed with identical bytes, and the audit \
log is verified.">
<style>
text{{font:13.5px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;\
fill:#e9e7e3}}
#rows text{{animation:{total}s linear infinite}}
#rows{{animation:scroll {total}s linear infinite}}
@keyframes scroll{{{scroll}}}
{styles}
@media (prefers-reduced-motion:reduce){{#rows,#rows text{{animation:none}}}}
</style>
<rect width="{width}" height="{height}" rx="12" fill="#131416"/>
<circle cx="22" cy="18" r="6" fill="#ff9d94"/><circle cx="42" cy="18" r="6" fill="#e8c27a"/>\
<circle cx="62" cy="18" r="6" fill="#8fd6a8"/>
<svg y="{bar}" width="{width}" height="{inner}"><g id="rows">
{rows}
</g></svg>
</svg>
"""


if __name__ == "__main__":
    main()
