"""What tests of the graph share: grants, and items made of a few words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from db import kit
from runwright.context import store
from runwright.context.erasure import store as erasure
from runwright.context.index import store as index_store
from runwright.context.index.terms import analyse
from runwright.context.index.types import DIMENSIONS, Floats
from runwright.context.types import Mention, NewItem
from runwright.db.database import Database
from runwright.records.facts import Facts, Passage
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES, Scope

PROJECT = "proj_01m7ft7wct870014k4rrkcp6vm"


def writing(project: str = PROJECT) -> Grant:
    """What brings items in and takes them out."""
    return kit.grant(project, Scope.FILES_WRITE)


def reading(source: str = "documents", project: str = PROJECT) -> Grant:
    """What lets one look at a source."""
    return kit.grant(project, SOURCES[source])


def passage(text: str, *mentions: Mention) -> NewItem:
    """An item that says something."""
    return item(text, Passage(), *mentions)


def item(text: str, facts: Facts, *mentions: Mention) -> NewItem:
    """An item of any kind."""
    return NewItem(
        title="",
        text=text,
        page=None,
        row=None,
        facts=facts,
        mentions=mentions,
        terms=analyse(text),
    )


def put(
    database: Database,
    items: Sequence[NewItem],
    file_id: str = "file_a",
    source: str = "documents",
    project: str = PROJECT,
) -> None:
    """Put items on a shelf."""
    database.write_now(lambda tx: store.add_items(tx, writing(project), file_id, source, items))


def erase(database: Database, file_id: str, project: str = PROJECT) -> dict[str, int]:
    """Erase a file's items to the last word."""
    counts = database.write_now(lambda tx: erasure.erase_items(tx, writing(project), file_id))
    while database.write_now(
        lambda tx: index_store.take_out_of_index(tx, writing(project), file_id, 2)
    ):
        continue
    return counts


def vector(seed: int) -> Floats:
    """A direction that no other seed is near to."""
    values = np.random.default_rng(seed).normal(size=DIMENSIONS).astype(np.float32)
    return values / np.float32(np.linalg.norm(values))


def body(direction: Floats) -> bytes:
    """A vector as it is stored."""
    whole: NDArray[np.int8] = np.round(direction / np.abs(direction).max() * 127).astype(np.int8)
    return whole.tobytes()
