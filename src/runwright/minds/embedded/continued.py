"""What a follow-up asks of what was asked about before, where its own words leave that open: a
price at another time, what regular payments come to, records of the kind that was looked in."""

from __future__ import annotations

from runwright.minds.embedded.carried_spans import IT, NAMES, THOSE, residue
from runwright.minds.embedded.elsewhere import MONEY
from runwright.minds.embedded.finance.subscriptions import SUBSCRIPTIONS, speaks_of_subscriptions
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_PRICES = ("recur", "trend")
"""What is asked of payments that come again and again."""
_BEGINS = word_set("start started starts begin began begun kick kicked happen happened")
_POINTING = IT | THOSE | word_set("one ones he she his her they their")
_DONE = word_set("spend spent spending paid did have has had been was were so far since")
"""What speaks of what was paid, and not of a price."""
_AUXILIARIES = word_set("and but so is was are were be been will do does did with for at on to the")
_ASKED = {"who": "who", "whos": "who", "where": "where", "wheres": "where", "when": "when"}


def of_same_records(earlier: Query, later: Query) -> Query:
    """`Who sent that?` after an invitation: what names nothing and speaks of no money stays with
    the calendar."""
    words = residue(later)
    is_moved = (earlier.route, later.route) == ("calendar", "finance")
    if not is_moved or later.spans or not words & _POINTING or words & MONEY:
        return later
    asked = next((_ASKED[word] for word in split_words(fold(later.text)) if word in _ASKED), "")
    if not asked:
        return later
    # What was done to it, the calendar hardly tells: that is asked back.
    is_plain = not words - _POINTING - _ASKED.keys() - _AUXILIARIES
    return later._replace(
        route="calendar", measure=asked, direction="", ask="", group="", order="", state="",
        role="", confidence=later.confidence if is_plain else 0.0,
    )  # fmt: skip


def of_prices(earlier: Query, later: Query, whole: Query) -> Query:
    """The whole of a follow-up to what is paid again and again."""
    is_price = earlier.measure in _PRICES or (earlier.measure, earlier.group) == ("avg", "month")
    if (
        earlier.route != "finance"
        or whole.route != "finance"
        or not is_price
        or later.words(*NAMES)
    ):
        return whole
    words = set(split_words(fold(later.text)))
    if any(fold(text).startswith("before ") for text in later.words("P")) and not later.words("P2"):
        # What is due before a day lies ahead; what something cost before it does not.
        return whole._replace(measure="avg", group="month", ask="", order="")
    if later.spans:
        return whole
    if whole.measure == "first" and words & _BEGINS:
        return whole._replace(measure="trend", ask="", group="", order="")
    if earlier.measure == "recur" and whole.measure in ("sum", "avg") and not words & _DONE:
        return _of_subscriptions(earlier, whole)._replace(
            measure="recur", ask="", group="", order=""
        )
    if whole.measure == "trend":
        # The change itself is asked for, on whichever side of it the price before was.
        spans = tuple(each for each in whole.spans if each.code != "P")
        return whole._replace(spans=spans)
    return whole


def _of_subscriptions(earlier: Query, whole: Query) -> Query:
    """Whoever asked for subscriptions goes on about them alone."""
    is_so = SUBSCRIPTIONS in earlier.flags or speaks_of_subscriptions(earlier.text)
    flags = tuple(dict.fromkeys((*whole.flags, SUBSCRIPTIONS))) if is_so else whole.flags
    return whole._replace(flags=flags)
