"""What a proper name is the name of: told by the words in it, and by lists of places."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from runwright.context.types import EntityKind
from runwright.text.folding import LEGAL_FORMS
from runwright.text.words import word_set

FORMS_OF_ADDRESS = word_set("mr mrs ms miss mx dr prof rev sir herr frau")
"""They are no part of a name."""
HONORIFICS = FORMS_OF_ADDRESS | word_set("""
    doctor professor dame lord lady king queen prince princess
    emperor empress pope saint president chancellor minister senator governor mayor captain colonel
    general major lieutenant sergeant judge justice reverend father sister brother
    """)
_ORGANISATIONS = LEGAL_FORMS | word_set("""
    academy administration agency airlines airways alliance army association associates authority
    bank board broadcasting brothers bureau capital center centre chamber church club college
    commission committee conference congress consortium council court department division
    enterprises fc federation financial forces foundation fund group guild holdings hospital
    industries institute institution insurance international laboratories laboratory league library
    media ministry motors museum network office orchestra organisation organization parliament
    partners party pharmaceuticals pictures police press productions publishing records regiment
    school senate services society solutions studios systems team technologies theatre trust union
    university ventures works
    """)
_PLACES = word_set("""
    airport avenue bay beach borough bridge canyon castle city coast county creek desert district
    falls forest garden gulf harbor harbour heights highway hill hills island islands kingdom lake
    lane mount mountain mountains ocean palace park peninsula plaza province republic river road
    sea square state station street suburb town township valley village
    """)
_GIVEN = word_set("""
    aaron adam ahmed alan albert alex alexander alice alison ali amir amy andrea andrew angela ann
    anna anne anthony antonio arthur barbara benjamin bernard betty bill billy bob brian bruce
    carl carlos carol caroline catherine charles charlie charlotte chen chris christian christine
    christopher claire claude clara dan daniel david deborah dennis diana diane dmitri donald
    dorothy douglas edgar edward edwin elena elizabeth ellen emily emma eric ernest eva fatima
    felix fernando francis frank franz fred frederick gary george gerald giovanni grace greg
    gregory guy hans harold harry heinrich helen henry herbert howard hugh hugo ian igor irene
    isabel ivan jack jackie jacob jacques james jan jane janet jason jean jeff jennifer jeremy
    jerry jessica jim jimmy joan joe johann john johnny jonathan jorge jose joseph joshua juan
    judith judy julia julie karen karl kate katherine keith kelly ken kenneth kevin kim larry laura
    lawrence lee leo leon leonard lewis linda lisa louis louise lucy luis luke marcus margaret
    maria marie mario mark martha martin mary matthew max maya megan mei michael michel michelle
    miguel mike mohamed mohammed muhammad nadia nancy natalie neil nicholas nick nicole nina noah
    olga oliver olivia oscar otto pamela patricia patrick paul pedro peter phil philip pierre
    rachel ralph raymond rebecca ricardo richard robert roger ronald rose roy russell ruth ryan
    sally sam samuel sandra sara sarah scott sean sergei sharon simon sofia sophia sophie stanley
    stephanie stephen steve steven stuart susan teresa theodore thomas tim timothy tom tony victor
    victoria vincent virginia vladimir walter wei wilhelm william yuki yusuf
    """)
_INITIAL = re.compile(r"\b[^\W\d_]\.")
GENERIC = HONORIFICS | _ORGANISATIONS | _PLACES
"""Alone, these words are nobody's name."""


def kind(key: str, name: str, *, titled: bool = False) -> EntityKind:
    """What the name is the name of; `titled` if an honorific stands before it."""
    words = key.split()
    if titled:
        return "person"
    if key in places():
        return "place"
    if _is_organisation(words) or name.rstrip(".").rpartition(" ")[2].lower() in LEGAL_FORMS:
        return "organisation"
    if len(words) > 1 and (words[-1] in _PLACES or words[0] in ("lake", "mount", "river")):
        return "place"
    if 2 <= len(words) <= 4 and (words[0] in _GIVEN or _INITIAL.search(name)):
        return "person"
    return "name"


def _is_organisation(words: list[str]) -> bool:
    return words[-1] in _ORGANISATIONS or (words[0] in _ORGANISATIONS and words[1:2] == ["of"])


@cache
def places() -> frozenset[str]:
    """Countries, and the cities that time zones are named after."""
    zones = resources.files("tzdata.zoneinfo")
    found = set()
    for line in zones.joinpath("iso3166.tab").read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            found.add(line.split("\t")[1].partition(" (")[0].lower().replace("&", "and"))
    for line in zones.joinpath("zone1970.tab").read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            found.add(line.split("\t")[2].rpartition("/")[2].replace("_", " ").lower())
    return frozenset(found | {"united kingdom", "england", "scotland", "wales", "europe", "asia"})
