"""Documents of which there is a newer version: the newer one is believed, and what the older one
said is told beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from runwright.minds.embedded import aligned, version_words
from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.reading import reading
from runwright.minds.embedded.reading.reading import Outcome, Said
from runwright.minds.embedded.summaries import naming
from runwright.minds.values import Item as ReadItem
from runwright.records.facts import Document
from runwright.text import amounts
from runwright.text.amounts import Money
from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.base import Item

_REPLACED = ("contract", "policy", "manual", "form")
"""Kinds of which the newer takes the place of the older; a report of another year does not."""
_YEAR = 4

_WORDED = 0.1
"""How many lines two versions have in common at least; policies of one insurer have a head."""

Replaced = Mapping[str, Item[Document]]
"""By the file of an older version: the newest one."""


def replaced(text: str, found: Sequence[Item[Any]]) -> Replaced:
    """The documents that have a newer version; none where a question names a year."""
    if any(word.isdigit() and len(word) == _YEAR for word in split_words(fold(text))):
        return {}
    read: dict[str, str] = {}
    for each in found:
        if not isinstance(each.facts, Document):
            read[each.file] = f"{read.get(each.file, '')}\n\n{each.text}"
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
        last = max((o for o in dated if _is_version(o, one, read)), key=naming.begins)
        if naming.begins(last) > naming.begins(one):
            newest[one.file] = last
    return newest


def _is_version(one: Item[Document], other: Item[Document], read: Mapping[str, str]) -> bool:
    """Whether one is a version of the other: a home and a car policy that bear nothing but the name
    of their insurer are not, and little in them is worded alike."""
    if one is other or (one.facts.number and other.facts.number):
        return naming.is_version(one, other)
    is_alike = aligned.likeness(read[one.file], read[other.file]) >= _WORDED
    return is_alike and naming.is_version(one, other)


def told(
    text: str, current: Outcome, before: Outcome, replaced: Replaced, items: Sequence[ReadItem]
) -> Outcome:
    """What the newest versions say, and below it what the older ones said of the same; the other
    way round where a question asks for that. What one of them surely says is looked up in the
    other one, where the same line need not be sure by itself."""
    files = {item.id: item.file or "" for item in items}
    new, old = current.answer, before.answer
    newest = replaced.get(_file(old, files)) if old is not None else None
    if newest is None or (new is not None and newest.file != _file(new, files)):
        old = None
    is_of_old = version_words.wanted(text).which == "older"
    lead, other = (old, new) if is_of_old else (new, old)
    if lead is not None:
        other = _same(lead, replaced, items) or other
    elif other is not None:
        lead = _same(other, replaced, items)
    if lead is not None and other is not None:
        return current._replace(answer=_both(lead, other, is_of_old), tells_both=True)
    if is_of_old and lead is None and _is_of(before.nearest, replaced, files):
        # What holds now is no answer to how it was.
        return before
    return _alone(current, before._replace(answer=old), newest, replaced, items)


def _both(first: Said, second: Said, is_of_old: bool) -> Said:
    """What two versions say, and what changed."""
    old, new = (first, second) if is_of_old else (second, first)
    lead = "The newer version says" if is_of_old else "The version before it said"
    lines = [first.text, f"{lead} {second.text}", _changed(old, new)]
    if first.line and aligned.same(first.line, second.line):
        lines = [first.text, f"{lead} the same: that has not changed."]
    return Said("\n".join(filter(None, lines)), first.value, (*first.items, *second.items))


def _same(said: Said, replaced: Replaced, items: Sequence[ReadItem]) -> Said | None:
    """What the other version says in the line that is worded like that of an answer."""
    own = next((item for item in items if item.id in said.items), None)
    if own is None or not said.line:
        return None
    others = [item for item in items if _are_versions(own.file, item.file, replaced)]
    if (found := aligned.aligned(said.line, others)) is None:
        return None
    return reading.said_in(found, aligned.value(said.line, said.value, found.text))


def _are_versions(one: str | None, other: str | None, replaced: Replaced) -> bool:
    """Whether one of two files is the newest version of the other."""
    pairs = ((one, other), (other, one))
    return any(older in replaced and replaced[older].file == new for older, new in pairs if older)


def is_of_one(outcome: Outcome, replaced: Replaced, items: Sequence[ReadItem]) -> bool:
    """Whether what is told, or what comes nearest, stands in a document that has versions."""
    files = {item.id: item.file or "" for item in items}
    return _is_of(outcome.answer or outcome.nearest, replaced, files)


def _is_of(said: Said | None, replaced: Replaced, files: Mapping[str, str]) -> bool:
    newest = {each.file for each in replaced.values()}
    return (file := _file(said, files)) in replaced or file in newest


def is_all_that_is_asked(query: Query) -> bool:
    """Whether a question that leans on another only asks how that is in another version: `what was
    it on the old policy?`. Then the other one is put to both versions."""
    is_named = any(each.code != "DOC" for each in query.own)
    which, text = version_words.wanted(query.text)
    is_of_old = which == "older" or version_words.asks_before(split_words(fold(query.text)))
    return not text or (not is_named and is_of_old)


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
