"""Answers in words: the span if it is sure, and the sentence that says it, as it stands there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from runwright.context.index.words import fold
from runwright.engine.around import ATTACHED
from runwright.engine.numbers import only_number, plain
from runwright.engine.patterns import lazily
from runwright.engine.prose.clauses import shorten
from runwright.engine.prose.comparing import Compared
from runwright.engine.prose.looking import Looked
from runwright.engine.prose.question import Question
from runwright.engine.prose.scoring import Scored
from runwright.engine.prose.spans import Span, proper
from runwright.engine.prose.support import said
from runwright.engine.prose.words import ASKING, words
from runwright.engine.types import Item

FIRST = 44
"""The longest quotation of the sentence that answers, in words."""
SECOND = 28
"""The longest of one that stands beside it."""
CLOSE = 0.12
"""A second sentence is quoted when it scores less by no more than this part."""
_SURE = 0.85
_LIKELY = 0.5
_ABOUT = 0.4
"""A sentence must say so much of the question itself before its answer is stated as such."""
_PRONOUN = lazily(r"(?:he|she|it|they|his|her|its|their)\b", re.I)
_FEW_BACK = 3
_NEAR_BEFORE = 24
_ENDING = (
    lazily(r"\b(?:end|ends|ended|expires?|expired|finish(?:es|ed)?|stop(?:s|ped)?)\b", re.I),
    lazily(r"\b(?:beg[aiu]ns?|begun|start(?:s|ed)?|since|opens?|opened)\b", re.I),
)


_LONGEST_TOPIC = 8


class Said(NamedTuple):
    """An answer, and what it rests on."""

    text: str
    value: str
    items: tuple[str, ...]


def answer(looked: Looked, most: int = 2) -> Said:
    """The best sentence, and the next when it is close."""
    quoted = _chosen(looked, most)
    first = quoted[0]
    span = sure_span(first)
    if span and is_contrary(looked.question.text, first.sentence.text, span):
        span = None
    lines = [_line(looked, each, FIRST if each is first else SECOND) for each in quoted]
    text = f"{span.text}: {lines[0]}" if span else lines[0]
    ids = dict.fromkeys(looked.item(each).id for each in quoted)
    return Said(_ended(" ".join([text, *lines[1:]])), _value(first, span), tuple(ids))


def quotations(looked: Looked, most: int = 4) -> Said:
    """The best few sentences, for a request that is no question."""
    top = looked.scored[0].score
    chosen = [each for each in looked.scored[:most] if each.score >= top / 2]
    chosen.sort(key=lambda each: (each.sentence.item, each.sentence.place))
    lines = [_with_source(looked, each) for each in chosen]
    ids = dict.fromkeys(looked.item(each).id for each in chosen)
    return Said(_ended(" ".join(lines)), _value(looked.scored[0], None), tuple(ids))


def sure_span(scored: Scored) -> Span | None:
    """The answer itself, where its kind leaves no doubt: only one thing there can be it."""
    if not scored.spans or scored.spans[0].fit < _SURE or scored.covered < _ABOUT:
        return None
    rivals = [span for span in scored.spans[1:] if span.fit >= scored.spans[0].fit - 0.3]
    return None if rivals else scored.spans[0]


def is_contrary(question: str, text: str, span: Span) -> bool:
    """Whether an end is asked for, and what stands there is a beginning, or the other way round."""
    before = text[max(0, span.start - _NEAR_BEFORE) : span.start]
    return any(
        asked.search(question) and other.search(before) and not asked.search(before)
        for asked, other in (_ENDING, _ENDING[::-1])
    )


def _value(first: Scored, span: Span | None) -> str:
    """The bare answer: the span, or the only number of the sentence, or the sentence."""
    text = span.text if span else first.sentence.text
    number = only_number(text)
    return text if number is None else plain(number)


def _chosen(looked: Looked, most: int) -> list[Scored]:
    first, *others = looked.scored
    unsure = CLOSE if first.spans or not _typed(looked) else CLOSE * 1.5
    near = [each for each in others[: most - 1] if each.score > first.score * (1 - unsure)]
    # Beside a sentence that has what is asked for, one without it adds nothing.
    needed = _typed(looked) and _has_answer(first)
    return [first, *(each for each in near if _has_answer(each) or not needed)]


def _has_answer(scored: Scored) -> bool:
    return any(span.fit >= _LIKELY for span in scored.spans)


def _typed(looked: Looked) -> bool:
    return looked.question.kind in ("person", "time", "count", "amount", "code", "place")


def _line(looked: Looked, scored: Scored, most: int) -> str:
    """A quotation; after a "he" or "it" that opens it stands in brackets who that is."""
    text = _unquoted(shorten(scored.sentence.text, looked.weight, scored.spans, most))
    pronoun = _PRONOUN.match(text)
    if pronoun and (subject := _subject(looked, scored)):
        text = f"{pronoun[0]} [{subject}]{text[pronoun.end() :]}"
    at = looked.item(scored).at
    return f"“{text}” ({at})" if at else f"“{text}”"


def _subject(looked: Looked, scored: Scored) -> str:
    """The name that the sentence before it opens with."""
    for each in looked.before(scored)[:_FEW_BACK]:
        if not _PRONOUN.match(each.text):
            found = proper(each.text)
            opens = found and each.text.removeprefix("The ").startswith(found[0])
            return found[0] if opens else ""
    return ""


def _with_source(looked: Looked, scored: Scored) -> str:
    line = f"“{_unquoted(shorten(scored.sentence.text, looked.weight, (), FIRST))}”"
    title = looked.item(scored).title
    where = title or (f"page {page}" if (page := looked.item(scored).page) else "")
    return f"{line} ({where})" if where else line


def _unquoted(text: str) -> str:
    return text.replace("“", "‘").replace("”", "’")


def _ended(text: str) -> str:
    return text if text.rstrip("”’)").endswith((".", "!", "?", "…")) else f"{text}."


def compared(found: Compared, looked: Looked) -> Said:
    """The outcome of a comparison with what it was computed from."""
    lines = [f"“{_unquoted(shorten(text, looked.weight, (), SECOND))}”" for text in found.quotes]
    ids = tuple(dict.fromkeys(item.id for item in found.items))
    return Said(_ended(f"{found.outcome}: {' '.join(lines)}"), found.outcome, ids)


def refusal(question: Question, sources: Sequence[str], read: Iterable[Item]) -> str:
    """Why there is no answer; of the words of the question, those are named that stand nowhere in
    what was read."""
    named = ["attached files" if source == ATTACHED else source for source in sources]
    where = " and ".join(filter(None, (", ".join(named[:-1]), named[-1] if named else "context")))
    missing = ", ".join(_missing(question, said(read)))
    return f"nothing in your {where} " + (
        f"says anything about {missing}" if missing else "answers it"
    )


def _missing(question: Question, known: frozenset[str]) -> list[str]:
    """The words that tell what the question is about, as it writes them, and that are unknown."""
    found = [(question.text[w.start : w.end], w.stem) for w in words(question.text) if w.stem]
    telling = [each for each in found if fold(each[0]) not in ASKING]
    missing = (word for word, stem in telling or found if stem not in known)
    return list(dict.fromkeys(missing))[:_LONGEST_TOPIC]


def joined(looked: Looked, chosen: Sequence[Scored]) -> Said:
    """Sentences of several passages that answer together."""
    lines = [_line(looked, each, SECOND) for each in chosen]
    ids = dict.fromkeys(looked.item(each).id for each in chosen)
    return Said(_ended(" ".join(lines)), chosen[0].sentence.text, tuple(ids))
