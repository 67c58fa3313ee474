"""What a call was restricted to: how a fact says it, and the words that say it where none do.

Every argument of every tool is named here: it restricts or widens what a figure is of, and then a
fact must say it, or it does neither, and the reason stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from runwright.minds.language import restriction_bounds as bounds
from runwright.minds.language import restriction_lexicon as lexicon
from runwright.minds.language import scope, vocabulary
from runwright.minds.language.arguments import HARMLESS, HARMLESS_IN
from runwright.minds.language.evidence import Slot
from runwright.minds.language.restriction import Restriction, Said, denied, word
from runwright.minds.language.restriction_words import (
    listed,
    only,
    phrase,
    without,
)
from runwright.minds.language.vocabulary import mentions
from runwright.text.currencies import NAMES
from runwright.text.words import word_set
from runwright.tools.fields import AmountRange, Match
from runwright.tools.hours import Hours


def of(slot: Slot, only_of: frozenset[str] | None = None) -> list[Restriction]:
    """All that the arguments of a slot's call restrict or widen, periods aside; or only some of
    the arguments."""
    found: list[Restriction] = []
    alike: dict[str, tuple[str, ...]] = {}
    for name, value in scope.choices(slot):
        if is_harmless(slot.outcome.tool, name, value):
            continue
        if only_of is not None and name not in only_of:
            continue
        if isinstance(value, Match) and name in _SYNONYMOUS and value.any_of:
            alike[name] = value.any_of
            found += _left_out(value)
        else:
            found += _by_argument(name, value)
    if alike:
        shown = next(alike[name] for name in _SYNONYMOUS if name in alike)
        together = tuple(each for own in alike.values() for each in own)
        found.append(_names(together, needs_all=False)._replace(phrase=only(shown)))
    leave_out = getattr(slot.outcome.arguments, "leave_out", ())
    if leave_out and slot.fields[:1] in (("groups",), ("busiest",), ("quietest",)):
        found.append(_excluded(leave_out))
    return found


def _by_argument(name: str, value: Any) -> Iterable[Restriction]:
    """What one argument restricts or widens."""
    if isinstance(value, Match):
        return _match(name, value)
    if name in _SAYING:
        return _SAYING[name](value)
    if isinstance(value, AmountRange):
        return bounds.amount(value)
    return [bounds.hours(value)] if isinstance(value, Hours) else []


def is_harmless(tool: str, name: str, value: object = None) -> bool:
    """Whether an argument neither restricts nor widens what a figure is of."""
    return (tool, name) in HARMLESS_IN or (name in HARMLESS and not isinstance(value, Match))


def names(slot: Slot) -> list[str]:
    """The names that a slot's call lets through."""
    return [name for each in of(slot) for name in each.names]


def exclusions(slot: Slot) -> tuple[str, ...]:
    """The names that a slot's call leaves out."""
    return tuple(name for each in of(slot) for name in each.excluded)


def leaves_out(slot: Slot) -> bool:
    """Whether a slot's call leaves anything out."""
    return any(each.phrase["en"].startswith(("without", "all-day events not", "tentative events"))
               for each in of(slot))  # fmt: skip


# Names ------------------------------------------------------------------------------------------

_SYNONYMOUS = ("category", "about", "title", "category_names")
"""Matches whose words stand for one thing; those of the others are several things."""


def _match(name: str, value: Match) -> Iterator[Restriction]:
    if value.any_of:
        found = _names(value.any_of, needs_all=name != "name")
        if name in ("calendars", "account"):
            shown = {"calendars": ("calendar", "Kalender"), "account": ("account", "Konto")}[name]
            each = [listed(value.any_of, "en"), listed(value.any_of, "de")]
            found = found._replace(
                phrase=phrase(f"only {shown[0]} {each[0]}", f"nur {shown[1]} {each[1]}")
            )
        yield found._replace(is_essential=name == "name")
    yield from _left_out(value)


def _left_out(value: Match) -> Iterator[Restriction]:
    if value.none_of:
        yield _excluded(value.none_of)


def _names(wanted: Sequence[str], *, needs_all: bool = True) -> Restriction:
    def is_said(said: Said) -> bool:
        found = [mentions(each.replace("_", " "), said.keys) for each in wanted]
        return all(found) if needs_all else any(found)

    return Restriction(is_said, only(wanted), names=tuple(wanted))


def _values(value: Any) -> Iterator[Restriction]:
    """Values of an enumeration, or plain texts."""
    yield _names((value,) if isinstance(value, str) else tuple(value))


def _weekdays(value: Sequence[str]) -> Iterator[Restriction]:
    given = phrase(f"only on {listed(value, 'en')}", f"nur am {listed(value, 'de')}")
    yield _names(value)._replace(phrase=given)


def _excluded(names: Sequence[str]) -> Restriction:
    def is_said(said: Said) -> bool:
        spelt = (each.replace("_", " ") for each in names)
        return bool(said.own & lexicon.DENYING) and all(mentions(each, said.keys) for each in spelt)

    return Restriction(is_said, without(names), excluded=tuple(names))


def _types_left_out(value: Sequence[str]) -> Iterator[Restriction]:
    yield _excluded(value)


# Closed words -----------------------------------------------------------------------------------


def _flag(
    words: frozenset[str], having: tuple[str, str], lacking: tuple[str, str],
    otherwise: frozenset[str] = frozenset(),
) -> Callable[[bool | None], Iterator[Restriction]]:  # fmt: skip
    def restrictions(value: bool | None) -> Iterator[Restriction]:
        if value is True:
            yield word(words, *having)
        elif value is False:
            lacks = denied(words, *lacking)
            yield lacks._replace(
                is_said=lambda said: lacks.is_said(said) or bool(said.own & otherwise)
            )

    return restrictions


def _busy(value: bool | None) -> Iterator[Restriction]:
    if value is None:
        yield word(vocabulary.FREE, "those shown as free included", "auch als frei eingetragene")
    elif value:
        yield word(vocabulary.BUSY, "only those shown as busy", "nur als belegt eingetragene")
    else:
        yield word(vocabulary.FREE, "only those shown as free", "nur als frei eingetragene")


def _all_day(value: bool | None) -> Iterator[Restriction]:
    if value is None:
        yield word(lexicon.WHOLE_DAY, "all-day ones included", "auch ganztägige")
    else:
        yield from _flag(
            lexicon.WHOLE_DAY,
            ("only all-day ones", "nur ganztägige"),
            ("without all-day ones", "ohne ganztägige"),
            lexicon.TIMED,
        )(value)


def _own_transfers(value: str) -> Iterator[Restriction]:
    if value == "only":
        yield word(lexicon.OWN, "only own transfers", "nur eigene Umbuchungen")
    else:
        yield word(lexicon.OWN, "own transfers included", "eigene Umbuchungen mitgezählt")


def _repeated(_value: bool) -> Iterator[Restriction]:
    yield word(lexicon.TWICE, "only repeated ones", "nur doppelte")


def _role(value: str) -> Iterator[Restriction]:
    if value == "organiser":
        yield word(lexicon.ORGANISING, "only as organiser", "nur als Gastgeber")
    else:
        yield word(lexicon.ATTENDING, "only as invited", "nur als eingeladene Person")


def _by_title(_value: bool) -> Iterator[Restriction]:
    yield word(
        lexicon.ATTENDING | lexicon.ORGANISING,
        "names in titles not counted",
        "ohne Namen in Titeln",
    )


def _within(value: Sequence[str]) -> Iterator[Restriction]:
    shown = {"title": ("titles", "Titel"), "place": ("places", "Ort"),
             "note": ("descriptions", "Beschreibung")}  # fmt: skip
    english, german = zip(*(shown[each] for each in value), strict=True)
    yield word(
        lexicon.PLACES, f"only by {listed(english, 'en')}", f"nur nach {listed(german, 'de')}"
    )


def _what(value: Sequence[str]) -> Iterator[Restriction]:
    found = _names(tuple(value))
    given = phrase(listed(value, "en"), listed(value, "de"))
    contradicts = frozenset() if "event" in value else lexicon.OCCASIONS
    yield found._replace(phrase=given, contradicts=contradicts)


def _status(value: str | Sequence[str]) -> Iterator[Restriction]:
    if value == "any":
        yield word(word_set("pending reversed vorgemerkt vorgemerkte zuruckgebucht"),
                    "pending and reversed ones included",
                    "auch vorgemerkte und zurückgebuchte")  # fmt: skip
    else:
        yield from _values(value)


def _state(value: str) -> Iterator[Restriction]:
    words = lexicon.RUNNING if value == "active" else lexicon.OVER
    restriction = Restriction(lambda said: bool(said.own & words), only((value,)))
    yield restriction


def _currency(value: str) -> Iterator[Restriction]:
    spelt = frozenset(word for word, codes in NAMES.items() if value in codes)
    yield word(spelt | {value.lower()}, f"only in {value}", f"nur in {value}")


def _join_names(value: Sequence[str]) -> Iterator[Restriction]:
    """People who must be free, too."""
    if value:
        shown = listed(value, "en"), listed(value, "de")
        yield _names(value)._replace(
            phrase=phrase(f"in common with {shown[0]}", f"gemeinsam mit {shown[1]}")
        )


def _files(_value: Sequence[str]) -> Iterator[Restriction]:
    yield word(word_set("file files datei dateien"), "only from certain files",
                "nur aus bestimmten Dateien")  # fmt: skip


_SAYING: Mapping[str, Callable[[Any], Iterator[Restriction]]] = {
    "types": _values, "kinds": _values, "intervals": _values, "weekdays": _weekdays,
    "states": _values, "answers": _values, "equals": _values, "number": _values,
    "languages": _values,
    "types_left_out": _types_left_out, "outside": bounds.outside, "left_out": bounds.outside,
    "own_transfers": _own_transfers, "repeated": _repeated, "currency": _currency,
    "role": _role, "or_title": _by_title, "within": _within, "what": _what, "status": _status,
    "state": _state, "all_day": _all_day, "busy": _busy, "files": _files,
    "people": _join_names, "starting": bounds.starting,
    "next_from": bounds.begins, "not_before": bounds.begins, "previous_to": bounds.is_over,
    "days_before": bounds.days_around("before", "davor"),
    "days_after": bounds.days_around("after", "danach"),
    "recurring": _flag(lexicon.RECURRING, ("only recurring ones", "nur Serientermine"),
                       ("without recurring ones", "ohne Serientermine"), lexicon.SINGLE),
    "moved": _flag(lexicon.MOVED, ("only moved ones", "nur verschobene"),
                   ("without moved ones", "ohne verschobene")),
    "by_name": _flag(lexicon.BY_NAME, ("only bookings that it names", "nur namentlich passende"),
                     ("", "")),
    "tentative_is_busy": _flag(frozenset(), ("", ""), (
        "tentative events not counted", "ohne vorläufige Termine")),
    "all_day_is_busy": _flag(frozenset(), ("", ""), (
        "all-day events not counted", "ohne ganztägige Termine")),
    "least_minutes": bounds.bound(">=", "at least {} minutes each", "je mindestens {} Minuten",
                            minutes=True),
    "most_minutes": bounds.bound("<=", "at most {} minutes each", "je höchstens {} Minuten",
                           minutes=True),
    "least_times": bounds.bound(">=", "only at least {} times", "nur mindestens {}-mal"),
    "above": bounds.bound(">", "only above {}", "nur über {}"),
    "least": bounds.bound(">=", "only {} or more", "nur ab {}"),
    "below": bounds.bound("<", "only below {}", "nur unter {}"),
    "most": bounds.bound("<=", "only {} or less", "nur bis {}"),
}  # fmt: skip
SAID = frozenset((*_SAYING, "leave_out"))
