"""Labels before quotations: `Your share: “…”`, `Kaution: “The tenant pays a deposit …”`.

A label names what a quotation is about, as a heading does, and claims nothing. What it names must
not be something else than the quotation: who is bound by it, or a thing that stands elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.minds.language import vocabulary
from runwright.minds.language.parts import Language
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

VERBS = word_set("""
    is are was were be been being has have had having do does did will would
    ist sind war waren wird werden wurde wurden worden sei hat haben hatte hatten habe hast
    """)
FRAME = word_set("""
    the a an this that these those it its my your yours our their his her of in on at to from for by
    with as about around under within through per via and or here there what which where how is are
    according regarding concerning namely also please
    say says said state states stated tell tells show shows read reads write writes wrote written
    note notes noted mention mentions provide provides refer refers report reports contain contains
    quote quotes quoted wording words text clause paragraph article chapter section heading page
    passage entry record records recorded answer follow follows following exact original verbatim
    message chat
    der die das den dem des ein eine einen einem einer eines dieser diese dieses diesem diesen es
    ihr ihre ihren ihrem ihrer ihres mein meine meinem meiner dein deine deinem deiner von vom in im
    an am auf bei beim zu zum zur aus nach fur uber mit und oder auch hier dort wo wie laut
    gemass unter ist sind steht stehen heisst lautet sagt sagen schreibt schrieb geschrieben nennt
    nannte regelt zitat wortlaut wortlich text klausel paragraf absatz artikel kapitel abschnitt
    seite
    bezuglich eintrag nachricht
    """)
"""With what a quotation is introduced: no tense but that of saying, nobody who does anything, and
nothing that takes back what is quoted."""
_ASPECTS = word_set("""
    own share part duty duties term terms condition conditions rule rules right rights point points
    question questions passage rest reason reasons background exception exceptions detail task
    tasks deadline decision decisions risk risks wording matter period amount sum price number value
    """)
"""Nouns that say in what respect something is quoted, and nothing of what it says."""
_PARTIES = """
    tenant mieter mieterin
    landlord vermieter vermieterin
    employer arbeitgeber
    employee arbeitnehmer arbeitnehmerin mitarbeiter
    policyholder insured versicherungsnehmer
    insurer versicherer versicherung
    buyer customer kaufer kunde kundin
    seller verkaufer handler
    member mitglied
    """
_THINGS = """
    deposit kaution
    rent miete kaltmiete grundmiete warmmiete
    notice terminate termination cancel cancelled cancellation kundigung kundigungsfrist
    defect defects mangel
    damage damages schaden
    animal animals pet pets dogs cats tiere haustiere hunde katzen
    sublet subletting untervermietung
    heating heat warme heizung
    repair repairs reparatur reparaturen
    deductible excess selbstbehalt selbstbeteiligung
    premium pramie beitrag
    holiday holidays vacation urlaub leave
    overtime uberstunden
    salary gehalt
    probation probezeit
    decision decisions decided beschluss beschlusse entscheidung
    meeting meetings treffen termin sitzung
    commission provision
    warranty guarantee garantie gewahrleistung
    discount rabatt skonto
    liability haftung
    budget haushalt
    """
_VERDICTS = word_set("""
    versichert erlaubt verboten gedeckt bezahlt enthalten inbegriffen gratis gestattet genehmigt
    abgelehnt angenommen zulassig unzulassig fallig gultig ungultig notig erstattet abgesichert
    """)
_VERDICT_ENDINGS = ("bar", "lich", "los", "frei", "pflichtig", "haft", "sam")
_ENDINGS = ("en", "er", "es", "em", "e")
_ADJECTIVES = {
    "klein": "small minor", "gross": "large major big", "schriftlich": "writing written",
    "monatlich": "month monthly", "jahrlich": "year yearly annual", "besonder": "special",
    "offen": "open", "laufend": "running current", "neu": "new", "alt": "old",
    "bezahlt": "paid", "gemeinsam": "common joint together", "erst": "first", "letzt": "last",
}  # fmt: skip
"""What German adjectives are in English."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ENGLISH = word_set("the of is are to may must in and")
_POINTING = word_set("it this they them")
"""A quotation that only points at what its passage names."""
_MOST_UNKNOWN = 3
_PERSONAL = word_set("duty duties task tasks right rights deadline")
"""What somebody has: whose it is must stand in the quotation."""
_POSSESSIVE = word_set("your yours my our dein deine ihr ihre mein meine")


def _groups(lines: str) -> dict[str, frozenset[str]]:
    groups = [frozenset(line.split()) for line in lines.strip().splitlines()]
    return {word: group for group in groups for word in group}


_PARTY_OF, _THING_OF = _groups(_PARTIES), _groups(_THINGS)
_ADDRESSED = word_set("you your i my we our sie ihr ihre du dein") | frozenset(_PARTY_OF)


def is_label(
    text: str, quote: str, passage: str, language: Language, known: frozenset[str] = frozenset()
) -> bool:
    """Whether the words before a quotation only name what it, in its passage, is about; `known`
    are the words of its document's names."""
    stripped = text.strip().rstrip("*_ ")
    if not stripped.endswith(":") or re.search(r"\d", stripped):
        return False
    quoted, around = set(split_words(fold(quote))), set(split_words(fold(passage)))
    found = _WORD.findall(stripped)
    unknown = 0
    for at, word in enumerate(found):
        folded = fold(word).replace("’", "'").removesuffix("'s")
        if folded in FRAME or folded in quoted:
            continue
        if vocabulary.canonical(folded) in known and folded not in _PARTY_OF:
            continue
        if folded in _PERSONAL and _is_yours(found) and not quoted & _ADDRESSED:
            return False
        party, thing = _PARTY_OF.get(folded), _THING_OF.get(folded)
        if party is not None or thing is not None:
            if not (party or thing or set()) & quoted and not (
                thing and thing & around and quoted & _POINTING
            ):
                return False
            continue
        if folded not in _ASPECTS:
            is_foreign = language == "de" and len(quoted & _ENGLISH) > 1
            if not is_foreign or not _is_noun_or_adjective(at, found, quoted):
                return False
            unknown += 1
    return unknown <= _MOST_UNKNOWN


def names_other_party(words: Sequence[str], quote: str) -> bool:
    """Who is bound stands first: `The tenant pays the landlord` is the tenant's."""
    named = [_PARTY_OF[word] for word in words if word in _PARTY_OF]
    quoted = [_PARTY_OF[word] for word in split_words(fold(quote)) if word in _PARTY_OF]
    return bool(named and quoted) and named[0] != quoted[0]


def _is_yours(words: Sequence[str]) -> bool:
    return any(fold(word) in _POSSESSIVE for word in words)


def _is_noun_or_adjective(at: int, words: Sequence[str], quoted: set[str]) -> bool:
    """German writes nouns in capitals; an adjective stands right before one, and behind none. It
    says something of its noun (`heutige`), so that the quotation must say it as well."""
    word = words[at]
    folded = fold(word)
    if folded in _VERDICTS or folded.endswith(_VERDICT_ENDINGS):
        return False
    is_adjective = _is_inflected(at, words)
    if is_adjective and not _is_translated(folded, quoted):
        return False
    if word[0].isupper():
        # Two nouns side by side are no noun phrase, unless the first is an adjective.
        return at == 0 or _is_joining(words, at - 1) or _is_inflected(at - 1, words)
    return is_adjective and (at == 0 or _is_joining(words, at - 1))


def _is_inflected(at: int, words: Sequence[str]) -> bool:
    """`kleine Reparaturen`, and not `dürfen Sie`."""
    follows = at + 1 < len(words) and words[at + 1][0].isupper()
    is_inflected = fold(words[at]).endswith(("e", "en", "er", "es", "em"))
    return is_inflected and follows and not _is_joining(words, at + 1)


def _is_translated(adjective: str, quoted: set[str]) -> bool:
    base = next((adjective.removesuffix(e) for e in _ENDINGS if adjective.endswith(e)), adjective)
    return bool(set(_ADJECTIVES.get(base, "").split()) & quoted)


def _is_joining(words: Sequence[str], at: int) -> bool:
    return 0 <= at < len(words) and fold(words[at]) in vocabulary.FUNCTION | FRAME
