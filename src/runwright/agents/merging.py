"""One text out of what several agents answered, with agreement and disagreement named.

Two agents agree when their figures, days and names are the same, or their words; in whatever
order. Nothing is decided between them: each view stands under its agent's name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from runwright.context.index import names
from runwright.context.index.terms import analyse

_NUMBERED = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+", re.MULTILINE)
_EXACT = re.compile(r"=(?:\d{4}-\d\d-\d\d|\d\d?:\d\d)")
"""The terms of days and times."""
_ALIKE = 0.8
"""Texts without figures that share so many of their words say the same."""
_BARE = 3
"""So few words are a figure and its unit."""
_NOBODY = "No agent was asked, so there is nothing to report."


class Told(NamedTuple):
    """What one agent answered."""

    name: str
    summary: str
    answered: bool


class _Content(NamedTuple):
    """What a text is compared by."""

    exact: frozenset[str]
    """Figures, days and times."""
    names: frozenset[str]
    words: frozenset[str]

    def agrees(self, other: _Content) -> bool:
        """Whether both say the same."""
        if self.exact or other.exact:
            if self._is_bare_of(other) or other._is_bare_of(self):
                return True
            alike = self.names == other.names or _share(self.names, other.names) >= _ALIKE
            return self.exact == other.exact and (alike or self._is_worded_like(other))
        return self.words == other.words or self._is_worded_like(other)

    def _is_bare_of(self, other: _Content) -> bool:
        """Whether it is nothing but a figure that the other says in a sentence."""
        is_bare = len(self.words - self.exact) <= _BARE and bool(self.exact)
        return is_bare and self.exact <= other.exact

    def _is_worded_like(self, other: _Content) -> bool:
        return _share(self.words, other.words) >= _ALIKE


class _View(NamedTuple):
    """What one or several agents say, in the fullest of their words."""

    names: tuple[str, ...]
    summary: str
    content: _Content


def merged(told: Sequence[Told]) -> str:
    """What agents that were asked side by side say together."""
    if not told:
        return _NOBODY
    views = _views([each for each in told if each.answered])
    silent = _silent([each for each in told if not each.answered])
    if not views:
        return _found_nothing(told)
    if len(views) == 1:
        return "\n".join(filter(None, (_agreed(views[0], len(told)), silent)))
    named = _listed([name for view in views for name in view.names])
    lines = [f"The agents disagree: {named} give {len(views)} different answers."]
    lines += [f"{_listed(view.names)}: {_in_place(view.summary)}" for view in views]
    return "\n".join(filter(None, (*lines, silent)))


def passed_on(told: Sequence[Told]) -> str:
    """What agents that were asked one after another come to: the last result that there is."""
    if not told:
        return _NOBODY
    last = max((at for at, each in enumerate(told) if each.answered), default=None)
    if last is None:
        return _found_nothing(told)
    return "\n".join(filter(None, (told[last].summary, _silent(told[last + 1 :]))))


def _views(told: Sequence[Told]) -> list[_View]:
    """Those that say the same become one view; the order is that of the agents."""
    views: list[_View] = []
    for each in told:
        content = _content(each.summary)
        at = next((n for n, view in enumerate(views) if view.content.agrees(content)), None)
        if at is None:
            views.append(_View((each.name,), each.summary, content))
        else:
            views[at] = _joined(views[at], each, content)
    return views


def _joined(view: _View, told: Told, content: _Content) -> _View:
    """The view with one more who holds it, in the fuller words."""
    fuller = len(content.exact) > len(view.content.exact)
    kept = view._replace(summary=told.summary, content=content) if fuller else view
    return kept._replace(names=(*view.names, told.name))


def _content(summary: str) -> _Content:
    """The terms of a text: figures and days have one form there, however they are written."""
    plain = _NUMBERED.sub("", summary)
    terms = frozenset(analyse(plain))
    exact = frozenset(term for term in terms if _EXACT.fullmatch(term))
    parts = {part.lstrip("0") for term in exact for part in re.findall(r"\d+", term)}
    figures = frozenset(t for t in terms if t[0].isdecimal() and t.lstrip("0") not in parts)
    mentioned = " ".join(mention.key for mention in names.find(plain))
    words = frozenset(term for term in terms if term[0].isalpha())
    named = frozenset(word for word in mentioned.split() if word.isalpha())
    return _Content(exact | figures, named, words)


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0


def _agreed(view: _View, asked: int) -> str:
    if len(view.names) > 1:
        return f"{view.summary}\n{_listed(view.names)} agree."
    return view.summary if asked == 1 else f"{view.names[0]}: {_in_place(view.summary)}"


def _in_place(summary: str) -> str:
    """A text of several lines begins on a line of its own."""
    return f"\n{summary}" if "\n" in summary else summary


def _silent(told: Sequence[Told]) -> str:
    return f"{_listed([each.name for each in told])} found nothing." if told else ""


def _found_nothing(told: Sequence[Told]) -> str:
    """Why there is no answer; agents that say the same reason say it once."""
    reasons = dict.fromkeys(each.summary for each in told)
    if len(reasons) == 1:
        return "\n".join((*reasons, *([_silent(told)] if len(told) > 1 else [])))
    return "\n".join((_silent(told), *(f"{each.name}: {each.summary}" for each in told)))


def _listed(names: Sequence[str]) -> str:
    names = list(dict.fromkeys(names))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
