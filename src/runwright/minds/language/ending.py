"""How a run on a language model ends: checked answer, refusal, or what was found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from runwright.minds import plain
from runwright.minds.language import rendering
from runwright.minds.language.checking import Checked, CheckedPart
from runwright.minds.language.structured import Leaf
from runwright.tools import ask_back, decline
from runwright.tools.base import Result

_STOPPED = {
    "budget": "The budget has no room for another reply of the language model.",
    "deadline": "There was no time left to ask the language model again.",
    "unavailable": "The language model cannot be reached any more.",
    "refused": "The language model would not answer this.",
    "truncated": "The language model did not finish its reply.",
    "too_long": "What was found does not fit the language model's context window.",
    "turns": "The language model came to no answer within its turns.",
}
_UNUSABLE = "The language model sent no reply that could be used."
_SO_FAR = "This is what was found so far, as it stands in the records:"
_NOTHING = "Nothing was found before that."
_DECLINED: Mapping[decline.Reason, str] = {
    "needs_language_model": "This needs abilities that this model does not have.",
    "changes_something": "Runwright only reads: it changes nothing.",
    "not_in_records": "Your records do not say this.",
    "not_permitted": "This run may not read what an answer would need.",
    "out_of_scope": "This is not a question about your records.",
    "unclear": "It is not clear what is asked for.",
}


class Ending(NamedTuple):
    """What a run says in the end."""

    summary: str
    parts: tuple[Mapping[str, Any], ...]
    answered: bool
    items: tuple[str, ...] = ()
    """The ids of the records that it rests on."""
    kept: int = 0
    """How many claims the records support."""
    marked: int = 0


def of_answer(checked: Checked) -> Ending:
    """The model's answer."""
    typed = rendering.typed(checked)
    return Ending(
        summary=rendering.markdown(checked),
        parts=tuple(typed["parts"]),
        answered=True,
        items=tuple(dict.fromkeys(_items(checked.parts))),
        kept=checked.kept,
        marked=checked.marked,
    )


def _items(parts: Iterable[CheckedPart]) -> Iterator[str]:
    for part in parts:
        yield from part.items
        yield from _items(part.entries)


def of_output(output: Mapping[str, Any], leaves: Sequence[Leaf]) -> Ending:
    """The object that was asked for, as JSON, with what in it nothing supports."""
    text = orjson.dumps(output).decode()
    unsupported = [leaf.path for leaf in leaves if not leaf.is_supported]
    part = {"type": "output", "text": text, "output": output, "unsupported": unsupported}
    return Ending(
        text, (part,), answered=True, kept=len(leaves) - len(unsupported), marked=len(unsupported)
    )


def of_tool(result: Result) -> Ending:
    """A run that ends without an answer, or with a question."""
    if isinstance(result, ask_back.Result):
        choices = (f"- {each.label}: {each.reading}" for each in result.choices)
        text = "\n".join((result.question, *choices))
        return Ending(text, ({"type": "question", "text": text},), answered=False)
    if not isinstance(result, decline.Result):
        raise TypeError(f"{type(result).__name__} ends no run")
    looked_for = f" Looked for: {', '.join(result.looked_for)}." if result.looked_for else ""
    text = _DECLINED[result.reason] + looked_for
    return Ending(text, ({"type": "note", "text": text},), answered=False)


def stopped(reason: str, found: Sequence[plain.Outcome]) -> Ending:
    """A run whose model came to no answer: what was found, and why no more."""
    why = _STOPPED.get(reason, _UNUSABLE)
    if not found:
        text = f"{why} {_NOTHING}"
        return Ending(text, ({"type": "note", "text": text},), answered=False)
    told = list(plain.lines(found))
    items = dict.fromkeys(item for each in found for item in each.result.items)
    return Ending(
        summary="\n".join((f"{why} {_SO_FAR}", "", *told)),
        parts=(
            {"type": "note", "text": f"{why} {_SO_FAR}"},
            *({"type": "text", "text": line} for line in told),
        ),
        answered=False,
        items=tuple(items),
    )
