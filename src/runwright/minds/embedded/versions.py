"""Documents of which there is a newer version: the newer one is believed, and what the older one
said is told beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.reading.reading import Outcome, Said
from runwright.minds.embedded.summaries import naming
from runwright.minds.values import Item as ReadItem
from runwright.records.facts import Document
from runwright.text import amounts
from runwright.text.amounts import Money
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item

_REPLACED = ("contract", "policy", "manual", "form")
"""Kinds of which the newer takes the place of the older; a report of another year does not."""
_YEAR = 4
_BEFORE = naming.OLDER | word_set("previously formerly")

Replaced = Mapping[str, Item[Document]]
"""By the file of an older version: the newest one."""


def replaced(text: str, found: Sequence[Item[Any]]) -> Replaced:
    """The documents that have a newer version; none where a question names a year."""
    if any(word.isdigit() and len(word) == _YEAR for word in split_words(fold(text))):
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
    text: str, current: Outcome, before: Outcome, replaced: Replaced, items: Sequence[ReadItem]
) -> Outcome:
    """What the newest versions say, and below it what the older ones said of the same; the other
    way round where a question asks for that."""
    files = {item.id: item.file or "" for item in items}
    old = before.answer
    newest = replaced.get(_file(old, files)) if old is not None else None
    new = current.answer
    if new is None or old is None or newest is None or newest.file != _file(new, files):
        return _alone(current, before, newest, replaced, items)
    is_of_old = _asks_before(split_words(fold(text)))
    first, second = (old, new) if is_of_old else (new, old)
    lead = "The newer version says" if is_of_old else "The version before it said"
    lines = (first.text, f"{lead} {second.text}", _changed(old, new))
    both = Said("\n".join(filter(None, lines)), first.value, (*first.items, *second.items))
    return current._replace(answer=both, tells_both=True)


def is_all_that_is_asked(query: Query) -> bool:
    """Whether a question that leans on another only asks how that was before: `what was it on the
    old policy?`. Then the other one is put to both versions."""
    is_named = any(each.code != "DOC" for each in query.own)
    return not is_named and _asks_before(split_words(fold(query.text)))


def _asks_before(words: Sequence[str]) -> bool:
    """`What was it before?`; what is done before the move is something else."""
    is_named = not _BEFORE.isdisjoint(words)
    return is_named or words[-1:] == ["before"] or ("before", "that") in pairwise(words)


def _alone(
    current: Outcome,
    before: Outcome,
    newest: Item[Document] | None,
    replaced: Replaced,
    items: Sequence[ReadItem],
) -> Outcome:
    """What one of two versions says of which the other says nothing certain."""
    files = {item.id: item.file or "" for item in items}
    if (said := current.answer) is not None:
        own = _file(said, files)
        older = (i for i in items if i.file and i.file in replaced and replaced[i.file].file == own)
        if (one := next(older, None)) is None:
            return current
        text = f"{said.text}\nThere is an older version: {one.title}."
        return current._replace(answer=said._replace(text=text))
    if before.answer is None or newest is None:
        # What stands elsewhere was read beside the newest versions already.
        return current
    title = newest.facts.title or newest.title
    text = f"{before.answer.text}\nThe newer version, {title}, may say otherwise."
    return before._replace(answer=before.answer._replace(text=text))


def _file(said: Said | None, files: Mapping[str, str]) -> str:
    """The file that an answer was found in."""
    return next((files[item] for item in said.items if item in files), "") if said else ""


def _changed(old: Said, new: Said) -> str:
    """By how much an amount is another one now."""
    (before, after) = (_money(said.value) for said in (old, new))
    if before is None or after is None or before.currency != after.currency:
        return ""
    by = after.amount - before.amount
    if not by:
        return ""
    way = "more" if by > 0 else "less"
    return f"That is {phrases.money(abs(Decimal(by)), after.currency)} {way}."


def _money(value: str) -> Money | None:
    """The one amount that an answer is; a bare number is none."""
    found = {reading for each in amounts.find(value) for reading in each.readings[:1]}
    return found.pop() if len(found) == 1 and len(amounts.find(value)) == 1 else None
