"""An answer in the words of a language model: what it is given, and what of its reply is kept.

The model sees the question, what the steps found, and excerpts of what was read, each under a
short id. Its reply is a list of claims, each with the ids that it rests on. A claim that its
material does not support is dropped; if none is left, the engine's own words stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from runwright.engine.compose import telling
from runwright.engine.language.grounding import Facts, facts, is_supported
from runwright.engine.language.replies import (
    Malformed,
    array,
    list_of,
    only,
    read_object,
    strict,
    text_of,
)
from runwright.engine.types import Finding, Item, Moment

MOST_CLAIMS = 40
MOST_CITED = 40
LONGEST_CLAIM = 2_000
LONGEST_EXCERPT = 2_000
MOST_EXCERPTS = 60
ACTION = "answer"

SCHEMA = strict(
    {"claims": array(strict({"text": {"type": "string"}, "evidence": array({"type": "string"})}))}
)


class Material(NamedTuple):
    """What may be cited: by its short id what it says, and which items it stands for."""

    findings: Mapping[str, Finding]
    items: Mapping[str, Item]


def gather(
    findings: Sequence[Finding], items: Sequence[Item], moment: Moment, room: int
) -> Material:
    """What the findings rest on first, then what fitted best, as far as the room goes.

    Instants are told in the project's time zone: the model must not convert anything.
    """
    told = telling(findings)
    rested_on = {item_id for finding in told for item_id in finding.items}
    ranked = sorted(items, key=lambda item: (item.id not in rested_on, -item.score))
    chosen: list[Item] = []
    for item in ranked[:MOST_EXCERPTS]:
        room -= len(_text(item)) + 100
        if room < 0:
            break
        chosen.append(item._replace(at=_local(item.at, moment), until=_local(item.until, moment)))
    return Material(
        {f"F{n}": finding for n, finding in enumerate(told, start=1)},
        {f"E{n}": item for n, item in enumerate(chosen, start=1)},
    )


def question(prompt: str, material: Material) -> str:
    """What the model is given: everything in it is data."""
    given = {
        "question": prompt,
        "findings": [
            {"id": short, "asked": found.part, "found": _said(found)}
            for short, found in material.findings.items()
        ],
        "evidence": [_excerpt(short, item) for short, item in material.items.items()],
    }
    return orjson.dumps(given).decode()


def read_claims(reply: str, material: Material) -> Finding | None:
    """What the reply claims and its material supports, as one finding; None if nothing is left."""
    found = only(read_object(reply), ["claims"], "the reply")
    texts: list[str] = []
    rests_on: dict[str, None] = {}
    known = _Known(material)
    for n, each in enumerate(list_of(found["claims"], "claims", MOST_CLAIMS), start=1):
        fields = only(each, ["text", "evidence"], f"claim {n}")
        text = text_of(fields["text"], f"the text of claim {n}", LONGEST_CLAIM)
        cited = _cited(fields["evidence"], f"the evidence of claim {n}")
        if known.supports(text, cited):
            texts.append(text)
            rests_on.update(dict.fromkeys(_items_of(cited, material)))
    if not texts:
        return None
    return Finding(action=ACTION, part="", answer=" ".join(texts), items=tuple(rests_on))


def _cited(value: Any, where: str) -> list[str]:
    cited = list_of(value, where, MOST_CITED)
    if not all(isinstance(short, str) for short in cited):
        raise Malformed(f"{where} must be a list of ids")
    return list(dict.fromkeys(cited))


class _Known:
    """What the material says, each piece read when it is first cited."""

    def __init__(self, material: Material) -> None:
        self._material = material
        # Whatever the steps worked out may be said anywhere; an excerpt only where it is cited.
        self._found = [facts(_said(finding)) for finding in material.findings.values()]
        self._items: dict[str, Facts] = {}

    def supports(self, text: str, cited: Sequence[str]) -> bool:
        """Whether everything that is cited exists, and says what is claimed."""
        findings, items = self._material
        if not cited or not all(short in findings or short in items for short in cited):
            return False
        excerpts = [self._excerpt(short) for short in cited if short in items]
        return is_supported(text, [*self._found, *excerpts])

    def _excerpt(self, short: str) -> Facts:
        if short not in self._items:
            self._items[short] = facts(_record(self._material.items[short]))
        return self._items[short]


def _items_of(cited: Sequence[str], material: Material) -> list[str]:
    ids: list[str] = []
    for short in cited:
        if short in material.findings:
            ids.extend(material.findings[short].items)
        else:
            ids.append(material.items[short].id)
    return ids


def _local(instant: str | None, moment: Moment) -> str | None:
    if instant is None or "T" not in instant:
        return instant
    local = datetime.fromisoformat(instant).astimezone(moment.zone)
    return local.strftime("%Y-%m-%d %H:%M")


def _said(finding: Finding) -> str:
    return finding.answer or finding.reason or ""


def _record(item: Item) -> str:
    """Everything that an item says, with what it says in fields."""
    fields = (item.title, _text(item), item.at, item.until, item.amount, item.currency)
    return "\n".join(field for field in fields if field)


def _text(item: Item) -> str:
    """The words that the model is shown, and that a claim is held against."""
    words = item.text or "\n".join(" | ".join(row) for row in item.rows)
    return words[:LONGEST_EXCERPT]


def _excerpt(short: str, item: Item) -> dict[str, Any]:
    fields = {
        "source": item.source,
        "title": item.title,
        "text": _text(item),
        "at": item.at,
        "until": item.until,
        "amount": item.amount,
        "currency": item.currency,
    }
    return {"id": short, **{name: value for name, value in fields.items() if value}}
