"""The rules that instructions give, as values."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from runwright.minds.instructions.subjects import Subject


class Filter(NamedTuple):
    """One standing rule over items: only what fits passes, or what fits is left out.

    An item fits when it meets everything that the rule names. An item of which the rule does not
    speak passes: an account says nothing of an event.
    """

    said: str
    """The words of the instructions."""
    only: bool
    """Whether what fits is all that passes; otherwise it is what does not."""
    kinds: tuple[str, ...] = ()
    """The kinds of item that it speaks of; empty for all that it can be held against."""
    accounts: tuple[str, ...] = ()
    """Names or numbers of own accounts, of which one must be the item's."""
    subject: Subject = Subject()
    """Shops, people, places and kinds of spending, as questions about money name them."""
    direction: str = ""
    """`out`, `in`, or empty for both."""
    above: Decimal | None = None
    least: Decimal | None = None
    below: Decimal | None = None
    most: Decimal | None = None
    currency: str = ""
    """Codes, separated by spaces."""
    days: str = ""
    """Days as the instructions say them; which they are depends on the run's moment."""
    cancelled: bool = False
    """Whether only what was called off is meant."""
    transfers: bool = False
    """Whether only moves between own accounts are meant."""

    @property
    def has_bounds(self) -> bool:
        """Whether only amounts of some size are meant."""
        return any(b is not None for b in (self.above, self.least, self.below, self.most))

    def is_sized(self, size: Decimal) -> bool:
        """Whether an amount without its sign is within the bounds."""
        return (
            (self.above is None or size > self.above)
            and (self.least is None or size >= self.least)
            and (self.below is None or size < self.below)
            and (self.most is None or size <= self.most)
        )

    def is_mixed(self) -> bool:
        """Whether it names several unlike things, which an "and" may only have listed."""
        named = (self.accounts, self.subject.alternatives, self.direction, self.cancelled)
        return sum(map(bool, (*named, self.transfers))) > 1


class Form(NamedTuple):
    """How the summary is to be written."""

    bullets: bool = False
    sentences: int | None = None
    """At most so many."""
    short: bool = False
    """Without what is only said beside the answer."""
    formal: bool = False
    plain: bool = False
    """Without typographic ornament."""
    unnumbered: bool = False
    opening: str = ""
    closing: str = ""


class Said(NamedTuple):
    """What was answered to one question."""

    text: str
    refuses: bool = False
    """Whether it is no answer; that is never cut: half of one could read like an answer."""


class Standing(NamedTuple):
    """What instructions ask of every run."""

    sources: tuple[str, ...] | None = None
    """Only these; None when nothing is said."""
    without: tuple[str, ...] = ()
    """Never these."""
    filters: tuple[Filter, ...] = ()
    forbidden: tuple[str, ...] = ()
    """Topics, in the words of the instructions."""
    form: Form = Form()
    unread: tuple[str, ...] = ()
    """Sentences that were not understood as a rule."""
