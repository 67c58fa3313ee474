"""Everyday words for what stands in calendars, in English and German: a question may be in one
language and a title in the other, and so may two calendars of one household. What English has
several words or spellings for is one, too."""

from __future__ import annotations

from functools import lru_cache

_PAIRS = {
    "dentist": "zahnarzt zahnarztin",
    "doctor, gp, physician": "arzt arztin hausarzt hausarztin",
    "dermatologist": "hautarzt hautarztin",
    "optician": "augenarzt augenarztin optiker",
    "vet": "tierarzt tierarztin",
    "vaccination, jab": "impfung",
    "physio, physiotherapy": "physiotherapie krankengymnastik",
    "hospital": "krankenhaus klinik",
    "haircut, hairdresser, barber, hair": "friseur frisor friseurin",
    "birthday, bday": "geburtstag",
    "party": "feier",
    "wedding": "hochzeit",
    "funeral": "beerdigung",
    "christening, baptism": "taufe",
    "anniversary": "jahrestag hochzeitstag",
    "christmas, xmas": "weihnachten",
    "easter": "ostern",
    "breakfast": "fruhstuck",
    "lunch": "mittagessen",
    "dinner, supper": "abendessen essen",
    "coffee": "kaffee",
    "barbecue, bbq": "grillen grillabend",
    "choir": "chor",
    "rehearsal": "probe",
    "concert, gig": "konzert",
    "cinema": "kino",
    "theatre, theater": "schauspielhaus",
    "exhibition": "ausstellung",
    "lesson, class": "unterricht kurs",
    "tutoring": "nachhilfe",
    "guitar": "gitarre",
    "piano": "klavier",
    "swimming": "schwimmen",
    "gymnastics": "turnen",
    "football, soccer": "fussball",
    "bouldering": "bouldern",
    "climbing": "klettern",
    "jog, jogging": "joggen",
    "hike, hiking": "wandern wanderung",
    "walk": "spaziergang",
    "cooking": "kochen kochabend",
    "riding": "reiten",
    "train": "zug bahn",
    "flight": "flug",
    "holiday, vacation": "urlaub ferien",
    "outing": "ausflug",
    "trip": "reise",
    "conference, conf": "konferenz tagung",
    "fair": "messe",
    "meeting, mtg": "besprechung sitzung",
    "appointment, appt": "termin",
    "interview": "vorstellungsgesprach bewerbungsgesprach",
    "negotiation": "verhandlung",
    "fee": "honorar",
    "deadline": "abgabe abgabetermin frist",
    "training, refresher": "schulung fortbildung",
    "call": "telefonat anruf",
    "visit": "besuch",
    "bookkeeping, accounting": "buchhaltung",
    "invoice": "rechnung rechnungen",
    "handover": "ubergabe",
    "school": "schule",
    "kindergarten, nursery, daycare": "kita krippe",
    "kids, children": "kinder",
    "parents": "eltern",
    "grandma, granny": "oma",
    "grandpa, grandad": "opa",
    "mum, mom, mam, mummy, mommy": "mama mutter",
    "dad, daddy": "papa vater",
    "night, nite": "",
    "cleaning": "putzen putztag",
    "garage": "werkstatt",
    "bike, bicycle": "fahrrad",
    "heating": "heizung",
    "meter": "zahler ableser ablesung",
    "bin": "tonne mullabfuhr",
    "market": "markt",
    "tax adviser, tax advisor, tax accountant": "steuerberater steuerberaterin",
    "eye doctor": "augenarzt augenarztin",
    "skin doctor": "hautarzt hautarztin",
    "baltic sea": "ostsee",
    "parents evening": "elternabend",
    "department, dept": "abteilung",
    "uni, university": "universitat",
}
"""English words and the German ones for the same, all folded."""
_SHORT = (
    "birthday bday", "christmas xmas", "appointment appt", "meeting mtg", "conference conf",
    "department dept", "barbecue bbq", "theatre theater", "night nite", "mum mom mam",
)  # fmt: skip
"""One word in several spellings: titles of one calendar may have them all."""
_SPELLINGS = {word: frozenset(words.split()) for words in _SHORT for word in words.split()}
_LEAST_END, _LEAST_LEAD = 5, 3
"""So many letters the last part of a compound has at least, and what stands before it."""
_LINKS = ("", "s", "es", "n", "en", "e")
"""What German puts between the parts of a compound."""


_TENS = {
    "tenth": "10th", "twentieth": "20th", "thirtieth": "30th", "fortieth": "40th",
    "fiftieth": "50th", "sixtieth": "60th", "seventieth": "70th", "eightieth": "80th",
    "ninetieth": "90th", "eighteenth": "18th", "sixteenth": "16th", "thirteenth": "13th",
}  # fmt: skip
"""What birthdays are called by."""
_ORDINALS = {**_TENS, **{figure: figure for figure in _TENS.values()}}
_GERMAN = {
    phrase: frozenset(german.split())
    for english, german in _PAIRS.items()
    for phrase in english.split(", ")
}
_SAME = {
    phrase: frozenset(english.split(", ")) for english in _PAIRS for phrase in english.split(", ")
}
_ALL_GERMAN = frozenset().union(*_GERMAN.values())
PHRASES = frozenset(word for word in _GERMAN if " " in word)
"""Two English words for which there is one in German."""


def are_translations(word: str, other: str) -> bool:
    """Whether one of two folded words is English and the other German for the same; a German
    compound stands for each of its parts, as `Chorprobe` does for `rehearsal`."""
    return _is_german_for(word, other) or _is_german_for(other, word)


def are_synonyms(word: str, other: str) -> bool:
    """Whether two folded words are English for the same: `xmas` and `christmas`."""
    return other in _SAME.get(word, ())


def are_spellings(word: str, other: str) -> bool:
    """Whether two folded words are one word in two spellings: `bday` and `birthday`; the number of
    an anniversary stands in figures or in words."""
    if other in _SPELLINGS.get(word, ()):
        return True
    number = _ORDINALS.get(word)
    return number is not None and (other == number or _ORDINALS.get(other) == number)


def names_kind(word: str) -> bool:
    """Whether a folded word says what kind of event something is, in either language."""
    return word in _GERMAN or bool(_parts(word))


def _is_german_for(english: str, german: str) -> bool:
    wanted = _GERMAN.get(english)
    return wanted is not None and not wanted.isdisjoint(_parts(german))


@lru_cache(maxsize=32_768)
def _parts(word: str) -> frozenset[str]:
    """The German words of the list that make up a word; one that is on the list is but itself,
    so that lunch, `Mittagessen`, is no dinner, `Essen`."""
    if word in _ALL_GERMAN:
        return frozenset((word,))
    ends = {
        end
        for end in _ALL_GERMAN
        if len(end) >= _LEAST_END and word.endswith(end) and len(word) >= len(end) + _LEAST_LEAD
    }
    leads = {
        lead
        for lead in _ALL_GERMAN
        if any(word == f"{lead}{link}{end}" for end in ends for link in _LINKS)
    }
    return frozenset(ends | leads)
