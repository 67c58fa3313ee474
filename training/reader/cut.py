"""Cuts documents into passages as uploaded files are: training then needs nothing of the service.

python -m training.reader.cut FOLDER OUT          # public sets
python -m training.reader.cut FOLDER OUT --near   # and which other passages a search finds
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from runwright.context.index.embedder import Embedder, passage_text
from runwright.files.formats import passages

NEAR = 8
"""Passages of other documents that a question gets."""


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The documents of a file, with where the passages of each text are."""
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        yield row | {"passages": list(passages.spans(row["text"]))}


def add_near(documents: list[dict[str, Any]]) -> None:
    """To each question the passages of other documents that lie nearest to it, with titles."""
    embedder = Embedder()
    cut = [
        (document["title"], document["text"][start:end], number)
        for number, document in enumerate(documents)
        for start, end in document["passages"]
    ]
    vectors = np.array([embedder.embed_query(passage_text(title, text)) for title, text, _ in cut])
    for number, document in enumerate(documents):
        for question in document["questions"]:
            if question.get("plain"):
                continue
            order = np.argsort(-(vectors @ embedder.embed_query(question["q"])))
            best = (cut[at] for at in order[: 4 * NEAR])
            others = [[title, text] for title, text, owner in best if owner != number]
            question["near"] = others[:NEAR]


def libraries(files: Iterable[list[dict[str, Any]]]) -> Iterator[list[dict[str, Any]]]:
    """What is searched together: a file of collections, whose papers are somebody's, by itself,
    and all other files."""
    rest = []
    for documents in files:
        if any("collection" in document for document in documents):
            yield documents
        else:
            rest += documents
    yield rest


def main() -> None:
    """Write each `.jsonl` file of a folder again."""
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--near", action="store_true")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    files = {path.name: list(read(path)) for path in sorted(given.source.glob("*.jsonl"))}
    if given.near:
        for library in libraries(files.values()):
            add_near(library)
    for name, documents in files.items():
        lines = "".join(f"{json.dumps(each)}\n" for each in documents)
        (given.out / name).write_text(lines, "utf-8")


if __name__ == "__main__":
    main()
