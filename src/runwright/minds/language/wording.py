"""Whether the words of a fact around its slots say only what the slots carry."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal

from runwright.minds.language import (
    before_and_after,
    belonging,
    calculations,
    contradicted,
    coverage,
    day_kinds,
    fields,
    forms,
    introduction,
    licence,
    moments,
    one_of_several,
    operators,
    payments,
    pointing_back,
    quantities,
    ranked,
    rates,
    restated,
    restrictions,
    roles,
    scope,
    signs,
    spoken,
    tense,
    time_claims,
    values,
    vocabulary,
)
from runwright.minds.language.additions import Addition, Findings
from runwright.minds.language.comparisons import Mention, Sentence
from runwright.minds.language.evidence import Evidence, Slot, Work
from runwright.minds.language.omissions import Context, omissions
from runwright.minds.language.parts import Language
from runwright.minds.language.template import Clause, Filled, Hole, clauses, masked, spans
from runwright.minds.language.vocabulary import canonical
from runwright.text import numbers
from runwright.text.calendars import Viewpoint
from runwright.text.currencies import CODES, NAMES
from runwright.text.folding import fold
from runwright.text.words import split_words

# The `'s` behind a slot is no word of its own.
_WORD = re.compile(r"(?<!#['’])[^\W\d_]+(?:['’][^\W\d_]+)*")
# `1.` at the start of a line, `§ 3`, `Section 4.2`, `No. 7`: these count nothing.
REFERENCE = re.compile(
    r"(?m)^[^\S\n]{0,8}\d{1,3}[.)]\s|(?:§+|\b(?:section|clause|article|paragraph|chapter|no\.|nr\.|absatz|abs\.|"
    r"abschnitt|ziffer|artikel|art\.|kapitel|paragraf|punkt|point|step|schritt))\s{0,4}\d+(?:\.\d+)*",
    re.IGNORECASE,
)
_ALONE = re.compile(
    r"(?<!left )\b(?:over|under)\b(?!\s+(?:[#\d*_]|the\b|an?\b|these\b)|\s{3})",
    re.IGNORECASE,
)
"""`is over` says that something has ended; `over 100`, `over the months` do not."""
_RANKING = vocabulary.BIG | vocabulary.SMALL | vocabulary.EARLY | vocabulary.LATE
_DAYS = frozenset(("days", "tage", "tagen"))
_RANKED = frozenset(("one", "single", "einzelne", "often", "oft", "expensive"))
"""`the largest one`, `the largest single purchase`."""
_SHORTEST_HALF = 5
MOST_SLOTS = 40
"""How many a fact may have: names are compared with every other slot of their clause."""
_KEPT_IN_PERIODS = vocabulary.NEGATION | vocabulary.EXCLUSION
_SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"}


def findings(
    filled: Filled,
    evidence: Evidence,
    *,
    context: Context,
    language: Language,
) -> Findings:
    """What is wrong with a text whose slots are filled, and what is added to it."""
    if not filled.holes:
        return Findings(["it has neither a slot nor a quotation"], [])
    if len(filled.holes) > MOST_SLOTS:
        return Findings([f"it has more than {MOST_SLOTS} slots: make it a list or a table"], [])
    found: list[str] = []
    additions: list[Addition] = []
    parts = clauses(filled)
    for clause in parts:
        found += _clause(filled, clause, evidence)
        text = masked(filled, clause.start, clause.end)
        found += tense.problems(text, clause, evidence, context.introductions)
    found += belonging.drifting(filled, parts)
    said = list(_sentences(filled, evidence, context))
    found += pointing_back.problems(said, evidence, context)
    for sentence in said:
        found += operators.problems(sentence, evidence)
        found += roles.problems(sentence, evidence)
        found += introduction.problems(sentence, evidence, context)
        found += one_of_several.problems(sentence, evidence)
        found += calculations.problems(sentence, evidence, context.earlier)
        found += quantities.contradictions(sentence, context)
        found += contradicted.problems(sentence)
        found += before_and_after.problems(sentence)
        found += ranked.problems(sentence, context)
        found += time_claims.problems(sentence, evidence)
        told = quantities.findings(sentence, context, evidence, language)
        found += told.problems
        additions += told.additions
    found += coverage.problems(filled, evidence, context)
    omitted = omissions(filled, evidence, context, language)
    found += omitted.problems
    return Findings(list(dict.fromkeys(found)), [*omitted.additions, *additions])


def _sentences(filled: Filled, evidence: Evidence, context: Context) -> Iterator[Sentence]:
    above = frozenset(split_words(fold(" ".join(context.introductions))))
    whole = masked(filled, 0, len(filled.text))
    mentions = [
        Mention(found.start, found.end, tuple(found.readings))
        for found in spoken.find(whole, Viewpoint(evidence.today))
    ]
    for start, end in spans(filled):
        inside = tuple(each for each in mentions if start <= each.start < end)
        found = [(m.start() + start, _word(m[0])) for m in _WORD.finditer(whole[start:end])]
        said = [
            (place, word)
            for place, word in found
            if word in _KEPT_IN_PERIODS or not any(m.start <= place < m.end for m in inside)
        ]
        yield Sentence(
            whole[start:end],
            start,
            tuple(word for _, word in said),
            tuple(place for place, _ in said),
            tuple(hole for hole in filled.holes if start <= hole.start < end),
            inside,
            above,
        )


def _word(text: str) -> str:
    return fold(text).replace("’", "'")


# Clauses: every word, day, time and figure ------------------------------------------------------


def _clause(filled: Filled, clause: Clause, evidence: Evidence) -> Iterator[str]:
    slots = [slot for hole in clause.holes for slot in hole.slots]
    if not clause.holes:
        yield "a sentence has no slot: make it a `text` part or cite a result"
        return
    yield from belonging.problems(clause, evidence)
    text = masked(filled, clause.start, clause.end)
    yield from payments.problems(text, clause, slots)
    yield from signs.problems(text, clause)
    text = REFERENCE.sub(lambda found: " " * len(found[0]), text)
    for check in (*moments.CHECKS, _figures):
        text, wrong = check(text, clause, slots, evidence)
        yield from wrong
    yield from _words(text, clause, slots, evidence)


def _figures(
    text: str, clause: Clause, slots: Sequence[Slot], evidence: Evidence
) -> tuple[str, list[str]]:
    wrong = []
    allowed = {each for slot in slots for each in scope.figures(slot)}
    allowed |= restated.literals(clause.holes)
    named = scope.union(slots, evidence)
    for found in scope.NUMBER.finditer(text):
        values = set() if ":" in found[0] else {*map(abs, numbers.figure_values(found[0]))}
        if not (values & allowed or canonical(found[0]) in named):
            wrong.append(f"“{found[0]}” is a figure outside of slots")
        text = moments.blank(text, found.start(), found.end())
    return text, wrong


def _words(text: str, clause: Clause, slots: Sequence[Slot], evidence: Evidence) -> Iterator[str]:
    named = scope.union(slots, evidence)
    works = [hole.source for hole in clause.holes if isinstance(hole.source, Work)]
    units = {forms.unit_of(slot) for slot in slots} | {
        code for work in works for code in restated.codes(work)
    }
    excluded = vocabulary.keys([each for slot in slots for each in restrictions.exclusions(slot)])
    plain = [fold(found[0]).replace("’", "'") for found in _WORD.finditer(text)]
    yield from values.problems(plain, slots)
    yield from values.flag_problems(text, slots)
    yield from day_kinds.problems(plain, clause)
    has_period = any(scope.asked_periods(slot) for slot in slots)
    meanings = [m for slot in slots if (m := fields.meaning_of(slot.fields)) is not None]
    leaves_out = any(
        w in vocabulary.EXCLUSION | vocabulary.NEGATION | vocabulary.LEAVING for w in plain
    )
    yield from _wrong_signs(text, units, has_works=bool(works))
    unlicensed = [f"“{found[0]}”" for found in _ALONE.finditer(text)]
    for last, word, after in zip(("", *plain), plain, (*plain[1:], ""), strict=False):
        key = canonical(word)
        if restated.says(word, clause.holes) or _is_beside(last, word, after, slots):
            continue
        if (word in _DAYS and has_period) or any(word in each.needs for each in meanings):
            continue
        if values.says_flag(word, slots) or _is_idiom(last, word, slots):
            continue
        if key in named or vocabulary.ALSO.get(word) in named or (leaves_out and key in excluded):
            continue
        if _is_currency(word, units) or _is_shown(word, clause.holes):
            continue
        if not licence.is_licensed(word, clause.holes) and not _is_compound(word, named, clause):
            unlicensed.append(f"“{word}”")
    if unlicensed:
        known = licence.examples(clause.holes)
        yield (
            f"{', '.join(dict.fromkeys(unlicensed))}: nothing that the slots are of carries this. "
            f"Say it in the words of the call and the record{f', or in: {known}' if known else ''}"
        )


def _wrong_signs(text: str, units: Collection[str | None], *, has_works: bool) -> Iterator[str]:
    for sign in re.findall(r"[€$£¥%]", text):
        if _SIGNS.get(sign, sign) not in units:
            hint = ": for a percentage, write `share(part, whole)`"
            shown = hint if has_works and sign == "%" else ""
            yield f"“{sign}” is not the unit of what the slots are of{shown}"


def _is_beside(last: str, word: str, after: str, slots: Sequence[Slot]) -> bool:
    """Whether a word and the one beside it say a length or a rank: `two months`, `most often`."""
    if _is_length(word, after, slots) or _is_length(last, word, slots):
        return True
    is_ordinal = word in operators.ORDINALS and after in _RANKING
    return is_ordinal or (word in _RANKED and last in _RANKING)


def _is_currency(word: str, units: Collection[str | None]) -> bool:
    """Whether a word is the code or a name of a currency that the slots are in."""
    if word.upper() in CODES and len(word) == 3 and word.upper() in units:
        return True
    return any(code in units for code in NAMES.get(word, ()))


def _is_idiom(last: str, word: str, slots: Sequence[Slot]) -> bool:
    """`left out`, `comes out`; `instead` of where it was. Alone they call something off."""
    if word == "out":
        return last in vocabulary.LEAVING or last in ("come", "comes", "came", "carried")
    moved = any(getattr(o, "moved_from", None) for slot in slots for o in slot.objects)
    return word in ("instead", "stattdessen") and moved


def _is_length(word: str, after: str, slots: Sequence[Slot]) -> bool:
    """`these two months`: how long the period of the slots is."""
    unit = next((u for u, words in vocabulary.RATE_UNITS.items() if after in words), None)
    lengths = {Decimal(each.value) for each in numbers.read(word)} if unit else set()
    periods_of = [each for slot in slots for each in scope.asked_periods(slot)]
    return bool(lengths and periods_of) and all(
        rates.length(each, str(unit)) in lengths for each in periods_of
    )


def _is_compound(word: str, named: frozenset[str], clause: Clause) -> bool:
    """German writes two plain nouns as one: `Ausgabenkategorie`, `Stromrechnung`."""
    return any(
        all(
            canonical(half) in named or licence.is_noun(half, clause.holes)
            for half in (word[:at], word[at:])
        )
        for at in range(_SHORTEST_HALF, len(word) - _SHORTEST_HALF + 1)
    )


def _is_shown(word: str, holes: Sequence[Hole]) -> bool:
    """Whether a number in words is the one that a slot beside it shows."""
    shown = {forms.number_of(h.source.value) for h in holes if isinstance(h.source, Slot)}
    return any(Decimal(each.value) in shown for each in numbers.read(word))
