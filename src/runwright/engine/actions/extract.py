"""Answering from prose: the sentence that says it, shortened and quoted, or a plain refusal.

With time to think, what hangs together with the best passages is read as well, and the answer is
checked once more; see `join` and `check`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from runwright.context.index import reader
from runwright.engine.patterns import lazily
from runwright.engine.prose import (
    comparing,
    evidence,
    looking,
    question,
    reading,
    saying,
    stated,
    support,
)
from runwright.engine.prose.hops import takes_hops
from runwright.engine.prose.looking import Looked
from runwright.engine.prose.saying import Said
from runwright.engine.types import Finding, Item, Step, Want, Work

_OF_BOOKINGS = lazily(
    r"\b(?:pa(?:y|id|ys|ying|yment|yments)|spen[dt]\w*|cost\w*|transactions?|bookings?|bought|charged?|how\s+much\s+(?:did|have|has|was|were)"
    r"|purchas\w+|money|refund\w*|transfer\w*|salary|income|earn\w*|statement)\b",
    re.I,
)
_FOLLOWED = 3
"""The names of so many of the best passages are followed."""
_NAMES = 6
_READ_ON = 20


def perform(step: Step, work: Work) -> Finding:
    """Quote what answers, or say that nothing does."""
    asked = step.arguments.get("question", step.part)
    sources = step.arguments.get("sources", "").split()
    read = readable(work.items, sources)
    if (learned := _read(_written(read), step, work)) is not None:
        return learned
    looked, said = _look(asked, read, work)
    # Reading on finds other passages, but none that makes the time of these the one asked about.
    further = work.deep and (said is not None or support.time_of(looked.question) is None)
    more = _more(step, looked, sources) if further else ()
    if said is None:
        reason = saying.refusal(looked.question, sources, read)
        return Finding(step.action, step.part, reason=reason, more=more)
    return Finding(step.action, step.part, said.text, said.value, items=said.items, more=more)


def _read(written: Sequence[Item], step: Step, work: Work) -> Finding | None:
    """What the learned reader makes of it; None for what is not its to answer.

    It reads one passage at a time: what is asked of two things at once, of a stretch of time, or
    by way of something else that is only described is worked out from the words.
    """
    text = step.part or step.arguments["question"]
    asked = question.read(text)
    if not written or not reader.is_available():
        return None
    if support.time_of(asked) or support.asks_what_is_said(asked):
        return None
    if work.deep and takes_hops(text):
        return None
    if comparing.compare(text, written) or stated.compare(text, written):
        return None
    found = reading.read(text, written, _today(work), deep=work.deep)
    if found is None:
        return None
    if (said := found.answer) is not None:
        return Finding(step.action, step.part, said.text, said.value, items=said.items)
    if asked.kind != "topic" and (near := found.nearest) is not None:
        reason = f"nothing in your documents says it plainly; the nearest is {near.text}"
        return Finding(step.action, step.part, reason=reason, items=near.items)
    return None


def _today(work: Work) -> date:
    return work.moment.now.astimezone(work.moment.zone).date()


def _look(text: str, read: Sequence[Item], work: Work) -> tuple[Looked, Said | None]:
    """What is written first; with time to think by its words alone, too; then bookings."""
    today = _today(work)
    written = _written(read)
    looked = looking.look(text, written, deep=work.deep, today=today)
    said = answer(looked)
    if said is None and work.deep:
        # What meaning ranks low may still be said, word for word.
        plainly = looking.look(text, written, today=today)
        if (said := answer(plainly)) is not None:
            return plainly, said
    if said is None and len(written) < len(read):
        booked = _OF_BOOKINGS.search(text) is not None or looked.question.kind == "topic"
        beside = [item for item in read if booked or item.kind != "transaction"] or read
        looked = looking.look(text, beside, deep=work.deep, today=today)
        said = _beyond(answer(looked), _written(beside))
    return looked, said


def answer(looked: Looked) -> Said | None:
    """What the sentences say; None when they do not carry an answer."""
    if not looked.scored:
        return None
    if held := stated.compare(looked.question.text, looked.items):
        return Said(held.text, held.value, held.items)
    compared = comparing.compare(looked.question.text, looked.items)
    if compared is not None:
        return saying.compared(compared, looked)
    if not support.carries(looked):
        return None
    if looked.question.kind == "topic":
        return saying.quotations(looked)
    return saying.answer(looked)


def readable(items: Sequence[Item], sources: Sequence[str]) -> list[Item]:
    """What the request is answered from: the sources that it was given, and attached files."""
    return [item for item in items if item.source in sources and item.text.strip()]


def _written(items: Sequence[Item]) -> list[Item]:
    """What somebody wrote: facts stand there, if they stand anywhere, and not in bookings."""
    return [item for item in items if item.kind not in ("transaction", "event")]


def _beyond(said: Said | None, written: Sequence[Item]) -> Said | None:
    """What else answers; papers that did not by themselves do not because more lies around them."""
    known = {item.id for item in written}
    return None if said is None or known.issuperset(said.items) else said


def _more(step: Step, looked: Looked, sources: Sequence[str]) -> tuple[Step, ...]:
    """Read on along the names that the best passages mention, and check what comes out."""
    checking = Step("check", step.part, step.arguments)
    if not looked.scored or not evidence.joins(looked):
        return (checking,)
    best = [looked.item(scored) for scored in looked.scored[:_FOLLOWED]]
    bridges = evidence.bridges(looked.question, list(dict.fromkeys(best)))[:_NAMES]
    wants = tuple(
        Want(source, f"{', '.join(bridges)}: {looked.question.text}", _READ_ON)
        for source in sources
        if source == "documents" and bridges
    )
    return Step("join", step.part, step.arguments, wants), checking
