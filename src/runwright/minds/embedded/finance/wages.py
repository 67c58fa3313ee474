"""Who somebody's wages come from, and whom they pay rent to, where no booking says so.

An employer pays weekly, fortnightly or monthly, and pays more than others who do; a landlord gets
the same every month, and more than others do. Banks seldom call that a salary or a rent; people
always do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise
from statistics import median

from runwright.records.facts import Transaction
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_LEAST = 3
"""From so many payments on, a rhythm shows."""
_RHYTHMS = (range(6, 9), range(13, 16), range(12, 20), range(26, 37))
"""Days between two payments: weekly, fortnightly, on two days of each month, every four weeks or
monthly."""
_PAYROLL = ("direct dep", "dir dep", "payroll", "salary", "wages")
"""What banks write of wages, whatever else the line says."""
_SURNAME = 6
"""So many letters make a surname: Zielinski and Zielinska are one family."""
_STEADY = Decimal("0.7")
"""So many of the gaps must be of the rhythm: a bonus or a late payment comes between."""
_BESIDE = Decimal("0.25")
"""Whoever pays so much of what the largest payer does is an employer, too."""
_PAYING = ("salary", "income", "other", "transfer")
_BENEFITS = word_set("""
    benefit benefits dwp pension pensions rente rentenversicherung rentenservice kindergeld
    familienkasse elterngeld arbeitsagentur jobcenter caf retraite annuity dividend dividends
    interest refund refunds cashback venmo paypal zelle wise revolut stripe sumup square deposit
    deposits rent loan hmrc irs vinted ebay etsy
    """)
"""What comes regularly and is no wage: the state, a pension, savings, what was sold."""
_FIRMS = word_set("""
    ltd limited plc inc llc llp corp corporation company co gmbh ag kg ug se mbh sarl sas sa srl spa
    bv nv ab as oy pty group holdings nhs trust hospital hospitals university college school council
    government dept department ministry services solutions systems partners associates foundation
    stadt land klinikum universitat academy bank payroll wages salary
    """)
"""What firms and authorities have in their names, and people do not."""


def employers(found: Iterable[Transaction]) -> tuple[str, ...]:
    """The names that wages come from, whoever pays most first; none where nobody pays so."""
    by_name: dict[str, list[Transaction]] = defaultdict(list)
    found = list(found)
    for facts in found:
        if _may_be_pay(facts):
            by_name[facts.counterparty or facts.counterparty_raw].append(facts)
    paid = {name: _total(own) for name, own in by_name.items() if name and _is_regular(own)}
    most = max(paid.values(), default=Decimal())
    chosen = [name for name, total in paid.items() if total >= most * _BESIDE]
    kin = _kin({facts.counterparty for facts in found})
    others = [name for name in chosen if not (name in kin and _is_put_in(by_name[name]))]
    return tuple(sorted(others or chosen, key=lambda name: -paid[name]))


def _is_put_in(own: Sequence[Transaction]) -> bool:
    """Whether it is the same every month, and no bank calls it a salary."""
    return _is_fixed(own) and all(facts.type != "salary" for facts in own)


def _kin(names: Iterable[str]) -> set[str]:
    """Those of two words of whom another bears the surname, or its other form: who pays the same
    into a joint account every month is no employer of theirs."""
    people = {name: name.split() for name in names if len(name.split()) == 2}
    surnames = Counter(fold(words[1])[:_SURNAME] for words in people.values())
    return {
        name for name, words in people.items()
        if surnames[fold(words[1])[:_SURNAME]] > 1 and not set(split_words(fold(name))) & _FIRMS
    }  # fmt: skip


def paydays(found: Sequence[Transaction], names: Sequence[str]) -> tuple[date, ...]:
    """When wages came, oldest first: as banks say it, else from the employers."""
    said = [facts for facts in found if facts.type == "salary"]
    own = said or [facts for facts in found if facts.counterparty in names and _may_be_pay(facts)]
    return tuple(sorted(date.fromisoformat(facts.day) for facts in own if facts.day))


def landlord(found: Iterable[Transaction]) -> str:
    """The person who gets more every month than anybody else is paid, and always the same; nobody
    where the largest regular payment is another one."""
    by_name: dict[str, list[Transaction]] = defaultdict(list)
    found = list(found)
    # Whoever sends money as well may be the person, on another account.
    payers = {fold(f.counterparty) for f in found if f.amount and Decimal(f.amount) > 0}
    for facts in found:
        is_card = facts.account_kind == "credit card" or facts.type == "card_settlement"
        is_paid = bool(facts.amount) and Decimal(facts.amount or 0) < 0
        if is_paid and not is_card and fold(facts.counterparty) not in payers:
            by_name[facts.counterparty or facts.counterparty_raw].append(facts)
    steady = {name: own for name, own in by_name.items() if name and _is_regular(own)}
    regular = {name: _usual(own) for name, own in steady.items() if _is_fixed(own)}
    largest = max(regular, key=lambda name: regular[name], default="")
    return largest if largest and _may_be_landlord(largest, by_name[largest]) else ""


def _may_be_landlord(name: str, own: Sequence[Transaction]) -> bool:
    is_sent = all(facts.type == "transfer" for facts in own)
    holders = {word for facts in own for word in split_words(fold(facts.holder or ""))}
    words = set(split_words(fold(name)))
    return is_sent and not words & (_FIRMS | _BENEFITS | holders)


def _is_fixed(own: Sequence[Transaction]) -> bool:
    """Whether it is mostly the same amount, or two of them, as card bills are not."""
    often = Counter(facts.amount for facts in own).most_common(2)
    return sum(times for _, times in often) * 2 > len(own) and often[0][1] >= _LEAST


def _usual(own: Sequence[Transaction]) -> Decimal:
    return median(abs(Decimal(facts.amount or 0)) for facts in own)


def _may_be_pay(facts: Transaction) -> bool:
    if facts.type not in _PAYING or facts.account_kind in ("credit card", "savings"):
        return False
    if facts.amount is None or Decimal(facts.amount) <= 0 or not facts.day:
        return False
    name = facts.counterparty or facts.counterparty_raw
    words = set(split_words(fold(name)))
    if any(mark in fold(f"{name} {facts.counterparty_raw}") for mark in _PAYROLL):
        return True
    if words & _BENEFITS:
        return False
    # A transfer may be anybody's: people send each other money every month.
    return facts.type != "transfer" or bool(words & _FIRMS)


def _is_regular(own: Sequence[Transaction]) -> bool:
    days = sorted({date.fromisoformat(facts.day) for facts in own if facts.day})
    if len(days) < _LEAST:
        return False
    gaps = [(later - earlier).days for earlier, later in pairwise(days)]
    return any(
        int(median(gaps)) in rhythm and sum(gap in rhythm for gap in gaps) >= _STEADY * len(gaps)
        for rhythm in _RHYTHMS
    )


def _total(own: Sequence[Transaction]) -> Decimal:
    return sum((Decimal(facts.amount or 0) for facts in own), Decimal())
