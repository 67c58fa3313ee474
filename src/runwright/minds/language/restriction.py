"""One thing that a call was restricted to, and how a fact says it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from runwright.minds.language.restriction_lexicon import DENYING
from runwright.minds.language.restriction_words import Phrase, listed, phrase
from runwright.minds.language.vocabulary import mentions
from runwright.text.calendars import Period as Days


class Said(NamedTuple):
    """What the words around a figure say."""

    text: str
    keys: frozenset[str]
    words: frozenset[str]
    """Folded, those of slots among them."""
    own: frozenset[str]
    """Folded, outside of slots."""
    periods: Sequence[Days]


class Restriction(NamedTuple):
    """What a call was restricted to, or widened by."""

    is_said: Callable[[Said], bool]
    phrase: Phrase
    """What the service adds where it is not said."""
    names: tuple[str, ...] = ()
    """Names that it lets through."""
    excluded: tuple[str, ...] = ()
    """Names that it leaves out."""
    left_out: Days | None = None
    contradicts: frozenset[str] = frozenset()
    """Words beside which adding is not enough."""
    is_essential: bool = False
    """Whether it is what the figure is, so that the sentence itself must say it."""

    def missing(self, said: Said) -> Phrase:
        """The words to add: all of it, or what is missing beside names that are said."""
        left = [each for each in self.names if not mentions(each.replace("_", " "), said.keys)]
        if 0 < len(left) < len(self.names):
            return phrase(f"{listed(left, 'en')} included", f"auch {listed(left, 'de')}")
        return self.phrase

    def is_contradicted(self, said: Said) -> bool:
        """Whether adding is not enough."""
        return self.is_essential or bool(self.contradicts & said.own)


def word(words: frozenset[str], english: str, german: str) -> Restriction:
    """Said by one of some words."""
    return Restriction(lambda said: bool(said.own & words), phrase(english, german))


def denied(words: frozenset[str], english: str, german: str) -> Restriction:
    """Said by one of some words beside one that denies."""
    return Restriction(
        lambda said: bool(said.own & words and said.own & DENYING), phrase(english, german)
    )
