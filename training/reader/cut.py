"""Cuts documents into passages as uploaded files are: training then needs nothing of the service.

python -m training.reader.cut FOLDER OUT
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from runwright.files.formats import passages


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The documents of a file, with where the passages of each text are."""
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        yield row | {"passages": list(passages.spans(row["text"]))}


def main() -> None:
    """Write each `.jsonl` file of a folder again."""
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for path in sorted(given.source.glob("*.jsonl")):
        lines = "".join(f"{json.dumps(each)}\n" for each in read(path))
        (given.out / path.name).write_text(lines, "utf-8")


if __name__ == "__main__":
    main()
