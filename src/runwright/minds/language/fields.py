"""What each field of a result means: the words of which one must stand beside it, and those that
belong to another field.

Every field that a slot can show is named here. A field that needs a word and has none gets its
label from the service, unless the words make another quantity of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from runwright.minds.language import vocabulary
from runwright.minds.language.restriction_words import Phrase, phrase
from runwright.text.words import word_set

_CHANGING = (
    vocabulary.MORE | vocabulary.LESS | vocabulary.CHANGE - vocabulary.COMPARED | vocabulary.MOVES
    | word_set("plus minus saved reduction increase increases raise")
)  # fmt: skip
_PAID = vocabulary.PAYING | word_set("settled beglichen paid bezahlt gezahlt")
_FREE = vocabulary.FREE | vocabulary.STRETCHES | word_set("nothing nichts without ohne no keine")
_OVERLAP = vocabulary.OVERLAP | word_set("double doubled twice doppelt "
                                                              "belegt both beide")  # fmt: skip
_EVENTS = word_set("""
    event events meeting meetings appointment appointments session sessions
    termin termine terminen treffen besprechung besprechungen
    """)
_STATED = word_set("stated states statement statements according auszug kontoauszug laut genannt "
                   "nennt angegeben gemass")  # fmt: skip
_MONTH = vocabulary.RATE_UNITS["month"]
_FIRST = vocabulary.EARLY | word_set("since seit from ab")
_LAST = vocabulary.LATE | word_set("previous until till bis")
GOING_ON = word_set("still weiterhin noch currently current aktuell derzeit now active aktiv")


class Meaning(NamedTuple):
    """What a field is."""

    needs: frozenset[str] = frozenset()
    """One of these words stands beside it; empty for a plain field."""
    label: Phrase | None = None
    """What the service adds where none of them does; None where that would not do."""
    forbids: frozenset[str] = frozenset()
    """Words that belong to another field, unless one that is needed stands there, too."""
    never: frozenset[str] = frozenset()
    """Words that turn it round, whatever else stands there."""


_PLAIN = Meaning()
_BUSY = Meaning(vocabulary.BUSY, phrase("busy time", "belegte Zeit"), never=vocabulary.FREE)
_FREE_TIME = Meaning(_FREE, phrase("free time", "freie Zeit"), _EVENTS, vocabulary.BUSY)
_OVERLAPPING = Meaning(_OVERLAP)
_CHANGED = Meaning(_CHANGING)
_MONTHLY = Meaning(_MONTH, phrase("a month", "im Monat"))
_WHOLE_DAYS = Meaning(
    word_set("all whole day days allday ganztagig ganztagige ganztagigen"),
    phrase("all-day events", "ganztägige Termine"),
)
MEANINGS: Mapping[str, Meaning] = {
    "busy_hours": _BUSY,
    "busy_minutes": _BUSY,
    "not_busy": Meaning(vocabulary.FREE | vocabulary.NEGATION | vocabulary.BUSY,
                        phrase("shown as free", "als frei eingetragen")),
    "total.all_day": _WHOLE_DAYS,
    "groups.all_day": _WHOLE_DAYS,
    "all_day_days": _WHOLE_DAYS,
    "longest_minutes": Meaning(vocabulary.BIG),
    "busiest": Meaning(vocabulary.BIG),
    "quietest": Meaning(vocabulary.SMALL),
    "free_hours": _FREE_TIME,
    "free_days": _FREE_TIME,
    "free_day_count": _FREE_TIME,
    "stretch_count": _FREE_TIME,
    "stretches.start": _FREE_TIME,
    "stretches.end": _FREE_TIME,
    "stretches.minutes": _FREE_TIME,
    "is_all_free": Meaning(vocabulary.FREE),
    "conflict_count": Meaning(_OVERLAP),
    "conflicts.start": _OVERLAPPING,
    "conflicts.end": _OVERLAPPING,
    "conflicts.minutes": _OVERLAPPING,
    "doubled_hours": _OVERLAPPING,
    "moved_from": Meaning(word_set("moved original originally rescheduled postponed was had "
                                   "instead verschoben verlegt ursprunglich eigentlich statt war")),
    "calendar": Meaning(word_set("calendar calendars kalender kalendern")),
    "more_people": Meaning(word_set("more other others further weitere weiteren andere mehr")),
    "due": Meaning(vocabulary.DUE | word_set("overdue uberfallig"), phrase("due", "fällig"),
                   word_set("from of vom date dated issued sent written came datum")),
    "date": Meaning(never=vocabulary.DUE),
    "day": Meaning(never=vocabulary.DUE),
    "paid_on": Meaning(_PAID, phrase("paid", "bezahlt"), never=vocabulary.DUE),
    "pages": Meaning(word_set("page pages seite seiten"), phrase("pages", "Seiten")),
    "page": Meaning(word_set("page pages seite seiten p s")),
    "passages": Meaning(word_set("passage passages absatz absatze abschnitte"),
                        phrase("passages", "Absätze")),
    "stated": Meaning(_STATED),
    "stated_on": Meaning(_STATED, phrase("stated", "laut Auszug")),
    "bookings_since": Meaning(word_set("since after seit danach later")),
    "last_booking": Meaning(_LAST),
    "age": Meaning(word_set("old ago age days before alt tage vor zuruck")),
    "refunds": Meaning(vocabulary.REFUND),
    "difference": _CHANGED,
    "compared.percent": _CHANGED,
    "percent": _CHANGED,
    "changes.before": Meaning(
        word_set("from was were before until previously than instead old up down compared von "
                 "vorher zuvor bisher war waren statt alte alten gegenuber bis"),
        phrase("before the change", "vor der Änderung"), never=word_set("now currently current "
        "aktuell derzeit jetzt today heute")),
    "payments.per_month": _MONTHLY,
    "per_month.spent": _MONTHLY,
    "per_month.received": _MONTHLY,
    "payments.first": Meaning(_FIRST, phrase("first one", "erste"), vocabulary.LATE),
    "payments.last": Meaning(_LAST, phrase("last one", "letzte"),
                             vocabulary.EARLY | vocabulary.EXPECTED),
    "payments.next": Meaning(vocabulary.EXPECTED | vocabulary.DUE, phrase("expected", "erwartet"),
                             vocabulary.LATE),
    "first": Meaning(_FIRST),
    "last": Meaning(_LAST),
    "whole": Meaning(word_set("total whole all overall altogether entire together of insgesamt "
                              "gesamt gesamte alle zusammen ganze von")),
    "more": Meaning(word_set("more further other others beyond mehr weitere weiteren"),
                    phrase("more", "weitere")),
    "more_groups": Meaning(word_set("more further other others beyond mehr weitere weiteren "
                                    "smaller kleinere"), phrase("more", "weitere")),
    "unmatched": Meaning(vocabulary.NEGATION | word_set("without ohne unmatched"),
                         phrase("without a match", "ohne Zuordnung")),
    "language": Meaning(word_set("language sprache written in auf")),
}  # fmt: skip
PLAIN = word_set("""
    title name start end status place answer note what count hours minutes average average_minutes
    amount currency counterparty purpose category account type spent received total share median
    group interval before after times balance kind stretches average_per smallest largest
    document file file_name parties number issuer text headings speaker said table header cells
    units scale column to_column labels cell figure value unit part is_total lines
    busy all_day recurring varies may_have_ended direction state sure reasons days group_count
    matching kept looked_at code left right second id last_id score longest items exact truth
    next path words row_count size media_type sha256 content question label reading
    reason looked_for
    """)
"""Fields that say no more than their words and units, or whose words are compared elsewhere: an
average, a rate, a beginning and an end, a status, a state."""


def meaning_of(slot_fields: tuple[str, ...]) -> Meaning | None:
    """What a field means; None for one that nobody has declared."""
    leaf = slot_fields[-1]
    if leaf in ("amount", "value") and len(slot_fields) > 1 and slot_fields[-2] != "rows":
        # A sum of money and a figure of a table stand for the field that holds them.
        outer = meaning_of(slot_fields[:-1])
        if outer is not None and outer != _PLAIN:
            return outer
    for name in (".".join(slot_fields[-2:]), leaf):
        if name in MEANINGS:
            return MEANINGS[name]
    return _PLAIN if leaf in PLAIN else None
