"""What a call was restricted to, in the few words behind a figure: English and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from runwright.minds.language import forms
from runwright.minds.language.parts import Language
from runwright.text.calendars import Grain, Period, unit_of
from runwright.text.period_wording import describe

_UNITS: tuple[Grain, ...] = ("day", "week", "month", "quarter", "year")
_AND = {"en": "and", "de": "und"}
Phrase = Mapping[Language, str]


def phrase(english: str, german: str) -> Phrase:
    """The same in both languages."""
    return {"en": english, "de": german}


_NAMES: Mapping[str, tuple[str, str]] = {
    "purchase": ("purchases", "Käufe"),
    "transfer": ("transfers", "Überweisungen"),
    "own_transfer": ("own transfers", "eigene Umbuchungen"),
    "card_settlement": ("card settlements", "Kartenabrechnungen"),
    "salary": ("salaries", "Gehälter"),
    "income": ("income", "Einnahmen"),
    "refund": ("refunds", "Erstattungen"),
    "cash": ("cash", "Bargeld"),
    "fee": ("fees", "Gebühren"),
    "interest": ("interest", "Zinsen"),
    "tax": ("taxes", "Steuern"),
    "investment": ("investments", "Anlagen"),
    "contract": ("contracts", "Verträge"),
    "letter": ("letters", "Briefe"),
    "invoice": ("invoices", "Rechnungen"),
    "receipt": ("receipts", "Quittungen"),
    "statement": ("statements", "Kontoauszüge"),
    "policy": ("policies", "Policen"),
    "minutes": ("minutes", "Protokolle"),
    "note": ("notes", "Notizen"),
    "report": ("reports", "Berichte"),
    "manual": ("manuals", "Anleitungen"),
    "form": ("forms", "Formulare"),
    "chat": ("chats", "Chats"),
    "transcript": ("transcripts", "Mitschriften"),
    "article": ("articles", "Artikel"),
    "table": ("tables", "Tabellen"),
    "other": ("others", "Sonstige"),
    "event": ("events", "Termine"),
    "task": ("tasks", "Aufgaben"),
    "confirmed": ("confirmed ones", "bestätigte"),
    "tentative": ("tentative ones", "vorläufige"),
    "cancelled": ("cancelled ones", "abgesagte"),
    "done": ("those done", "erledigte"),
    "booked": ("booked ones", "gebuchte"),
    "pending": ("pending ones", "vorgemerkte"),
    "reversed": ("reversed ones", "zurückgebuchte"),
    "accepted": ("accepted ones", "zugesagte"),
    "declined": ("declined ones", "abgelehnte"),
    "none": ("unanswered ones", "unbeantwortete"),
    "paid": ("paid ones", "bezahlte"),
    "open": ("open ones", "offene"),
    "overdue": ("overdue ones", "überfällige"),
    "unknown": ("those of unknown state", "solche mit unklarem Stand"),
    "active": ("those that go on", "laufende"),
    "ended": ("those that may have ended", "womöglich beendete"),
    "weekly": ("weekly ones", "wöchentliche"),
    "fortnightly": ("fortnightly ones", "zweiwöchentliche"),
    "semi-monthly": ("those that come twice a month", "solche, die zweimal im Monat kommen"),
    "four-weekly": ("four-weekly ones", "vierwöchentliche"),
    "monthly": ("monthly ones", "monatliche"),
    "bimonthly": ("bimonthly ones", "zweimonatliche"),
    "quarterly": ("quarterly ones", "vierteljährliche"),
    "half-yearly": ("half-yearly ones", "halbjährliche"),
    "yearly": ("yearly ones", "jährliche"),
    "monday": ("Monday", "Montag"),
    "tuesday": ("Tuesday", "Dienstag"),
    "wednesday": ("Wednesday", "Mittwoch"),
    "thursday": ("Thursday", "Donnerstag"),
    "friday": ("Friday", "Freitag"),
    "saturday": ("Saturday", "Samstag"),
    "sunday": ("Sunday", "Sonntag"),
}


def listed(names: Sequence[str], language: Language) -> str:
    """`Groceries, Rent and Fuel`; values of enumerations by their names."""
    at = 0 if language == "en" else 1
    shown = [_NAMES[each][at] if each in _NAMES else each for each in names]
    last = f" {_AND[language]} ".join(shown[-2:])
    return ", ".join((*shown[:-2], last))


def only(names: Sequence[str]) -> Phrase:
    """`only Groceries`."""
    return phrase(f"only {listed(names, 'en')}", f"nur {listed(names, 'de')}")


def without(names: Sequence[str]) -> Phrase:
    """`without cash`."""
    return phrase(f"without {listed(names, 'en')}", f"ohne {listed(names, 'de')}")


def period(days: Period, language: Language) -> str:
    """`October 2026`, `3. bis 9. Mai 2026`: a unit of the calendar by its name."""
    unit = _unit(days)
    if unit.grain == "span" and unit.start and unit.end and unit.start.day == 1 == unit.end.day:
        return _months(unit.start, unit.end - timedelta(days=1), language)
    if language == "en":
        return describe(unit)
    return _german(unit)


def _months(first: date, last: date, language: Language) -> str:
    """`July to September 2026`."""
    start, end = (_month(each, language) for each in (first, last))
    start = start.partition(" ")[0] if first.year == last.year else start
    return f"{start} {'to' if language == 'en' else 'bis'} {end}"


def _month(day: date, language: Language) -> str:
    return forms.show_day(day, language).partition(" ")[2]


def _unit(days: Period) -> Period:
    if days.start is not None and days.end is not None:
        for grain in _UNITS:
            unit = unit_of(days.start, grain)
            if (unit.start, unit.end) == (days.start, days.end):
                return unit
    return days


def _german(days: Period) -> str:
    start, end = days.start, days.end
    if start is None:
        return "alle Zeiten" if end is None else f"bis {_day(end - timedelta(days=1))}"
    if end is None:
        return f"ab {_day(start)}"
    last = end - timedelta(days=1)
    match days.grain:
        case "day":
            return _day(start)
        case "month":
            return _month(start, "de")
        case "quarter":
            return f"{(start.month + 2) // 3}. Quartal {start.year}"
        case "year":
            return str(start.year)
        case _:
            return f"{_day(start)} bis {_day(last)}"


def _day(day: date) -> str:
    return forms.show_day(day, "de")
