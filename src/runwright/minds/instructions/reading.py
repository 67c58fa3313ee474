"""From the sentences of instructions to the rules that they give.

Each clause is tried as a form, a forbidden topic, a choice of sources or items, and a role. What
is none of these is kept as unread, so that whoever made the agent can be told.
"""

from __future__ import annotations

from typing import NamedTuple

from runwright.minds.instructions import forms, topics, wordings
from runwright.minds.instructions.clauses import Clause, clauses
from runwright.minds.instructions.objects import Object, read_object
from runwright.minds.instructions.types import Filter, Standing
from runwright.text.folding import fold
from runwright.text.words import word_set

_ELSEWHERE = word_set(
    "internet web google email emails mail chat memory knowledge online outside world"
)
"""Where no run ever looks."""


_LONGEST = 1_000
"""A clause of more characters than this is no rule that anybody could read."""


class _Read(NamedTuple):
    """The rules so far, and whether the clause was understood to its end."""

    standing: Standing
    whole: bool = True


def read(instructions: str) -> Standing:
    """The rules that the instructions give; a sentence that gives none is kept as unread."""
    standing, unread, numbers = Standing(), list[str](), dict[str, str]()
    for clause in clauses(instructions):
        if len(clause.core) > _LONGEST:
            unread.append(clause.said)
            continue
        if known := wordings.ACCOUNT_IS.match(clause.core):
            numbers[fold(known["name"])] = known["number"].strip()
            continue
        found = _clause(clause, standing)
        if found is not None:
            standing = found.standing
        if found is None or not found.whole:
            unread.append(clause.said)
    return _with_numbers(standing, numbers)._replace(unread=tuple(dict.fromkeys(unread)))


def _clause(clause: Clause, standing: Standing) -> _Read | None:
    if wordings.ROLE.match(clause.said) and not wordings.RESTRICTS.search(clause.said):
        return _Read(standing)
    shaped = forms.read(clause, standing.form)
    if shaped is not None:
        return _Read(standing._replace(form=shaped.form), not shaped.rest)
    return (
        _themed(clause, standing)
        or (_choosing(clause, standing) if clause.negative else None)
        or _ignoring(clause, standing)
        or _choosing(clause, standing)
        or _forbidding(clause, standing)
    )


def _choosing(clause: Clause, standing: Standing) -> _Read | None:
    """ "Use only …", "do not use anything but …"."""
    patterns = (wordings.NOTHING_ELSE,) if clause.negative else wordings.CHOOSING
    for pattern in patterns:
        found = pattern.match(clause.core)
        if found is None:
            continue
        topical = bool(found.groupdict().get("topical"))
        made = _chosen(found["what"], clause.said, standing, topical)
        if made is not None:
            return made
    return None


def _chosen(what: str, said: str, standing: Standing, topical: bool) -> _Read | None:
    meant = read_object(wordings.MONEY.sub("finance", what) if topical else what, said, only=True)
    if meant.rest or (topical and meant.filter is not None) or meant == Object():
        return None
    if meant.sources:
        before = standing.sources
        # Two such sentences are one list: "Use only my calendar. Use only my documents."
        standing = standing._replace(
            sources=tuple(dict.fromkeys((*(before or ()), *meant.sources)))
        )
    return _Read(_with_filter(standing, meant.filter))


def _ignoring(clause: Clause, standing: Standing) -> _Read | None:
    """ "Do not use …", "ignore …"."""
    patterns = (wordings.NEVER,) if clause.negative else wordings.IGNORING
    for pattern in patterns:
        found = pattern.match(clause.core)
        if found is not None and (made := _ignored(found["what"], clause, standing)):
            return made
    return None


def _ignored(what: str, clause: Clause, standing: Standing) -> _Read | None:
    condition = wordings.CONDITION.search(what)
    what = what[: condition.start()].strip(" ,") if condition else what
    if clause.negative and not set(fold(what).split()).isdisjoint(_ELSEWHERE):
        return _Read(standing)  # It never does.
    meant = _several(what, clause.said)
    if not meant:
        return None
    for each in meant:
        without = tuple(dict.fromkeys((*standing.without, *each.sources)))
        standing = _with_filter(standing._replace(without=without), each.filter)
    return _Read(standing, condition is None)


def _several(what: str, said: str) -> list[Object]:
    """What is to be left out: one thing, or a list of unlike things, each for itself."""
    whole = read_object(what, said, only=False)
    pieces = [piece for piece in wordings.LISTED.split(what) if piece.strip()]
    if len(pieces) > 1 and (whole.rest or whole.filter is None or whole.filter.is_mixed()):
        apart = [read_object(piece, said, only=False) for piece in pieces]
        if all(each != Object() and not each.rest for each in apart):
            return apart
    return [] if whole.rest or whole == Object() else [whole]


def _forbidding(clause: Clause, standing: Standing) -> _Read | None:
    """ "Never mention …", "… is off limits"."""
    what = _forbidden(clause)
    if what is None:
        return None
    condition = wordings.CONDITION.search(what)
    named = topics.listed(what[: condition.start()] if condition else what)
    if not named:
        return None
    forbidden = tuple(dict.fromkeys((*standing.forbidden, *named)))
    return _Read(standing._replace(forbidden=forbidden), condition is None)


def _forbidden(clause: Clause) -> str | None:
    patterns = (wordings.FORBIDDING,) if clause.negative else wordings.SHUNNING
    found = (pattern.match(clause.core) for pattern in patterns)
    return next((_lowered(match["topic"]) for match in found if match), None)


def _themed(clause: Clause, standing: Standing) -> _Read | None:
    """ "No politics": of what is only named, a large theme is a topic; the rest are items."""
    about = wordings.NOTHING_ABOUT.match(clause.core)
    bare = about or wordings.NO_TOPIC.match(clause.core)
    named = topics.listed(bare["topic"]) if bare and not clause.negative else ()
    if not named or not (about or all(map(topics.is_theme, named))):
        return None
    return _Read(standing._replace(forbidden=tuple(dict.fromkeys((*standing.forbidden, *named)))))


def _lowered(words: str) -> str:
    """A topic that opens the sentence, without the capital that it has only for that."""
    lower = words[:1].lower() + words[1:]
    return lower if all(map(topics.is_known, topics.listed(lower))) else words


def _with_filter(standing: Standing, found: Filter | None) -> Standing:
    return standing if found is None else standing._replace(filters=(*standing.filters, found))


def _with_numbers(standing: Standing, numbers: dict[str, str]) -> Standing:
    """Accounts that the instructions name and number are known by both."""
    if not numbers:
        return standing
    filters = tuple(
        each._replace(
            accounts=(
                *each.accounts,
                *(numbers[fold(n)] for n in each.accounts if fold(n) in numbers),
            )
        )
        for each in standing.filters
    )
    return standing._replace(filters=filters)
