"""Documents of which there is a newer version: the newer one is believed, and the older named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runwright.minds.embedded.reading.reading import Outcome
from runwright.minds.embedded.summaries import naming
from runwright.minds.values import Item as ReadItem
from runwright.records.facts import Document
from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.base import Item

_REPLACED = ("contract", "policy", "manual", "form")
"""Kinds of which the newer takes the place of the older; a report of another year does not."""
_YEAR = 4

Replaced = Mapping[str, Item[Document]]
"""By the file of an older version: the newest one."""


def replaced(text: str, found: Sequence[Item[Any]]) -> Replaced:
    """The documents that have a newer version; none where a question names an older one or a
    year."""
    words = split_words(fold(text))
    is_dated = any(word.isdigit() and len(word) == _YEAR for word in words)
    if is_dated or not naming.OLDER.isdisjoint(words):
        return {}
    read = {each.file for each in found if not isinstance(each.facts, Document)}
    dated = [
        each
        for each in found
        if isinstance(each.facts, Document)
        and each.facts.document in _REPLACED
        and each.file in read
        and naming.begins(each)
    ]
    newest: dict[str, Item[Document]] = {}
    for one in dated:
        last = max((o for o in dated if naming.is_version(o, one)), key=naming.begins)
        if naming.begins(last) > naming.begins(one):
            newest[one.file] = last
    return newest


def told(
    current: Outcome, before: Outcome, replaced: Replaced, items: Sequence[ReadItem]
) -> Outcome:
    """What the newest versions say, and that there are older ones; else what those say."""
    files = {item.id: item.file or "" for item in items}
    if (said := current.answer) is not None:
        quoted = {files.get(item, "") for item in said.items}
        older = [item for item in items if _newest(item, replaced) in quoted]
        if not older:
            return current
        text = f"{said.text}\nThere is an older version: {older[0].title}."
        return current._replace(answer=said._replace(text=text))
    if before.answer is None:
        return current
    old = next((files[i] for i in before.answer.items if files.get(i) in replaced), None)
    if old is None:
        return before
    text = f"{before.answer.text}\nThe newer version, {_title(replaced[old])}, may say otherwise."
    return before._replace(answer=before.answer._replace(text=text))


def _newest(item: ReadItem, replaced: Replaced) -> str | None:
    """The file of the newest version of what a passage stands in, if that is another one."""
    newest = replaced.get(item.file or "")
    return newest.file if newest else None


def _title(document: Item[Document]) -> str:
    return document.facts.title or document.title
