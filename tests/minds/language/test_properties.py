"""Over generated books, calendars and records: the right frame is kept, every mutation marked."""

from __future__ import annotations

from datetime import date, tzinfo
from typing import Any, NamedTuple

from hypothesis import assume, given
from hypothesis import strategies as st

from minds.language.test_sentences import checked
from records.books import GIRO, booked
from runwright import clock
from runwright.minds.language.evidence import Evidence, Outcome, RecordText
from runwright.text.calendar_words import MONTH_NAMES, WEEKDAY_NAMES
from runwright.tools import catalog
from runwright.tools.base import Item
from runwright.tools.event_rows import EventRow
from runwright.tools.find_events import FoundEvents
from runwright.tools.find_transactions import FindTransactionsResult
from runwright.tools.measure_transactions import MeasureTransactionsResult
from runwright.tools.memory import RecordList
from tools import calendar_kit, money

SHOPS = {
    "Groceries": ("REWE", "EDEKA"),
    "Restaurants": ("Trattoria Roma", "Sakura"),
    "Travel": ("Deutsche Bahn", "Flixbus"),
    "Electricity": ("Stadtwerke",),
}
NEGATIONS = ("did not", "never")
GERMAN_NEGATIONS = ("nicht", "nie", "keineswegs", "kein")


class Case(NamedTuple):
    """Two categories and two months of a book, with calls over them."""

    evidence: Evidence
    one: str
    other: str
    month: str
    earlier: str


def did(items: Any, zone: Any, **calls: tuple[str, dict[str, Any]]) -> Evidence:
    done: dict[str, Outcome] = {}
    for name, (tool_name, given_arguments) in calls.items():
        tool = catalog.TOOLS[tool_name]
        arguments = tool.arguments.model_validate(given_arguments)
        results = {each: outcome.result for each, outcome in done.items()}
        records = RecordList(items=items, today=money.TODAY, zone=zone, results=results)
        done[name] = Outcome(tool_name, arguments, tool.run(arguments, records))
    known = {item.id: RecordText(item.text, item.facts, item.title) for item in items}
    return Evidence(results=done, records=known, today=money.TODAY, zone=zone)


def in_month(number: int) -> dict[str, str]:
    return {"start": f"2026-{number:02}-01", "end": f"2026-{number + 1:02}-01"}


@st.composite
def cases(draw: st.DrawFn) -> Case:
    one, other = draw(st.permutations(sorted(SHOPS)))[:2]
    month, earlier = draw(st.permutations(range(2, 11)))[:2]
    wanted = [(one, month), (one, earlier), (other, month)]
    anywhere = st.tuples(st.sampled_from(sorted(SHOPS)), st.sampled_from([month, earlier]))
    placed = [*wanted, *draw(st.lists(anywhere, max_size=6))]
    bookings = [
        money.bought(
            date(2026, at, draw(st.integers(1, 28))).isoformat(),
            f"-{draw(st.integers(1, 90_000)) / 100:.2f}",
            draw(st.sampled_from(SHOPS[category])),
            category=category,
        )
        for category, at in placed
    ]
    items = money.books({"giro": money.euros(GIRO, *bookings)}).items
    spent = {"direction": "spent"}
    evidence = did(
        items,
        calendar_kit.BERLIN,
        r1=("measure_transactions",
            {**spent, "category": {"any_of": [one]}, "period": in_month(month)}),
        r2=("measure_transactions",
            {**spent, "category": {"any_of": [other]}, "period": in_month(month)}),
        r3=("measure_transactions",
            {**spent, "category": {"any_of": [one]}, "period": in_month(earlier)}),
        r4=("measure_transactions", {**spent, "period": in_month(month), "by": "counterparty"}),
        r5=("find_transactions", {**spent, "period": in_month(month)}),
        r6=("calculate", {"expression": "r1.total > r3.total"}),
        r8=("calculate", {"expression": "r1.total < r3.total"}),
        r7=("measure_transactions",
            {**spent, "category": {"none_of": [other]}, "period": in_month(month)}),
    )  # fmt: skip
    return Case(evidence, one, other, MONTH_NAMES[month - 1], MONTH_NAMES[earlier - 1])


def is_kept(text: str, case: Case, language: str = "en") -> bool:
    part = {"type": "derived" if "{=" in text else "fact", "text": text}
    return checked(part, language, case.evidence).kept == 1


def said(text: str, case: Case) -> str:
    return checked({"type": "fact", "text": text}, "en", case.evidence).parts[0].text


def frame(case: Case, slot: str = "{r1.total}") -> str:
    return f"You spent {slot} on {case.one} in {case.month} 2026."


def measured(case: Case, name: str) -> MeasureTransactionsResult:
    """What one of the measuring calls gave."""
    result = case.evidence.results[name].result
    assert isinstance(result, MeasureTransactionsResult)
    return result


def total_of(case: Case, name: str) -> str:
    total = measured(case, name).total
    assert total is not None
    return total.amount


@given(cases())
def test_a_sum_in_a_neutral_frame_is_kept(case: Case) -> None:
    assert is_kept(frame(case), case)
    assert is_kept(f"Sie haben im {case.month} {{r1.total}} für {case.one} ausgegeben.", case, "de")
    assert is_kept(f"Without {case.other}, you spent {{r7.total}} in {case.month} 2026.", case)
    for at, group in enumerate(measured(case, "r4").groups):
        assert is_kept(
            f"You spent {{r4.groups[{at}].total}} at {group.group} in {case.month}.", case
        )


@given(cases(), st.data())
def test_a_booking_in_a_neutral_frame_is_kept(case: Case, data: st.DataObject) -> None:
    rows = case.evidence.results["r5"].result.rows
    row = f"r5.rows[{data.draw(st.integers(0, len(rows) - 1))}]"
    assert is_kept(f"On {{{row}.day}} you paid {{{row}.amount}} to {{{row}.counterparty}}.", case)


@given(cases())
def test_a_figure_written_by_hand_is_marked(case: Case) -> None:
    total = total_of(case, "r1")
    assert not is_kept(frame(case, f"{total} EUR"), case)
    assert not is_kept(f"{frame(case, f'{total} EUR')[:-1]}, or {{r1.total}}.", case)
    assert not is_kept(f"{frame(case)} Another 77.77 EUR is due.", case)


@given(cases())
def test_a_slot_of_another_call_with_the_words_of_the_first_is_marked(case: Case) -> None:
    for slot in ("{r2.total}", "{r3.total}", "{r4.total}", "{r7.total}", "{r1.units[0].count}"):
        assert not is_kept(frame(case, slot), case)
    assert not is_kept(frame(case, "{= r1.total + r2.total}"), case)


@given(cases(), st.data())
def test_a_slot_of_another_row_is_marked(case: Case, data: st.DataObject) -> None:
    found = case.evidence.results["r5"].result
    assert isinstance(found, FindTransactionsResult)
    rows = found.rows
    one, other = data.draw(st.permutations(range(len(rows))))[:2]
    assume(rows[one].counterparty != rows[other].counterparty)
    swapped = f"You paid {{r5.rows[{one}].amount}} to {{r5.rows[{other}].counterparty}}."
    assert not is_kept(swapped, case)
    groups = measured(case, "r4").groups
    assert not is_kept(
        f"You spent {{r4.groups[0].total}} at {groups[1].group} in {case.month}.", case
    )


@given(cases())
def test_a_restriction_left_out_is_added(case: Case) -> None:
    month = f"{case.month} 2026"
    group = measured(case, "r4").groups[0].group
    assert said(f"You spent {{r1.total}} in {month}.", case).endswith(f" (only {case.one}).")
    assert said(f"You spent {{r1.total}} on {case.one}.", case).endswith(f" ({month}).")
    assert said(f"You spent {{r7.total}} in {month}.", case).endswith(f" (without {case.other}).")
    assert said(f"You spent {{r4.groups[0].total}} in {month}.", case).endswith(f" (only {group}).")


@given(cases(), st.sampled_from(NEGATIONS), st.sampled_from(GERMAN_NEGATIONS))
def test_a_negation_is_marked(case: Case, english: str, german: str) -> None:
    assert not is_kept(frame(case).replace("spent", f"{english} spend"), case)
    wrong = f"Sie haben im {case.month} {german} {{r1.total}} für {case.one} ausgegeben."
    assert not is_kept(wrong, case, "de")


@given(cases())
def test_only_the_right_way_round_of_a_comparison_is_kept(case: Case) -> None:
    first, second = total_of(case, "r1"), total_of(case, "r3")
    assume(float(first) != float(second))
    is_more = float(first) > float(second)
    right, wrong = ("more", "less") if is_more else ("less", "more")
    truth = "{{r6.truth}}" if is_more else "{{r8.truth}}"
    sides = (f"{case.month} ({{r1.total}})", f"{case.earlier} ({{r3.total}})")
    text = f"You spent {{}} on {{}} in {{}} than in {{}} {truth}."
    assert is_kept(text.format(right, case.one, *sides), case)
    assert not is_kept(text.format(wrong, case.one, *sides), case)
    assert is_kept(text.format(wrong, case.one, *reversed(sides)), case)
    assert not is_kept(text.format(right, case.one, *reversed(sides)), case)
    text = "In {} you spent {{= r1.total - r3.total}} {} on {} than in {}."
    assert is_kept(text.format(case.month, right, case.one, case.earlier), case)
    assert not is_kept(text.format(case.month, wrong, case.one, case.earlier), case)
    assert not is_kept(text.format(case.earlier, right, case.one, case.month), case)


@given(cases(), st.sampled_from(MONTH_NAMES))
def test_another_month_is_marked(case: Case, month: str) -> None:
    assume(month != case.month)
    assert not is_kept(frame(case).replace(case.month, month), case)


@given(cases())
def test_all_only_and_except_are_marked_where_no_argument_says_so(case: Case) -> None:
    shop = SHOPS[case.one][0]
    for wrong in (
        f"You spent all {{r1.total}} on {case.one} in {case.month}.",
        f"You spent {{r1.total}} on {case.one} in {case.month}, all of it at {shop}.",
        f"You only spent {{r1.total}} on {case.one} in {case.month}.",
        f"You spent {{r1.total}} only on {case.one} in {case.month}.",
        f"Except at {shop}, you spent {{r1.total}} on {case.one} in {case.month}.",
        f"You spent {{r1.total}} on {case.one} in {case.month} without {case.other}.",
        f"You spent {{r1.total}} on {case.one} and {case.other} in {case.month}.",
        f"You always spent {{r1.total}} on {case.one} in {case.month}.",
    ):
        assert not is_kept(wrong, case)


# Calendars --------------------------------------------------------------------------------------

EVENT = (
    "{{{0}.title}} ({{{0}.status}}) is on {1}, {{{0}.start:day}}, from {{{0}.start:time}} to "
    "{{{0}.end:time}}."
)


@given(calendar_kit.agendas(), st.data())
def test_an_event_is_kept_with_its_own_weekday_and_times_alone(
    agenda: tuple[RecordList, date], data: st.DataObject
) -> None:
    records, _ = agenda
    call = ("find_events", {"status": ["confirmed", "tentative", "cancelled"]})
    evidence = did(records.items, records.zone, r1=call)
    found = evidence.results["r1"].result
    assert isinstance(found, FoundEvents)
    rows = found.rows
    timed = [at for at, row in enumerate(rows) if not row.all_day and row.start != row.end]
    assume(timed)
    at = data.draw(st.sampled_from(timed))
    case = Case(evidence, "", "", "", "")
    own = f"{{r1.rows[{at}].start:weekday}}"
    assert is_kept(EVENT.format(f"r1.rows[{at}]", own), case)
    days = {n: day_of(row, records.zone) for n, row in enumerate(rows) if not row.all_day}
    for n, weekday in enumerate(WEEKDAY_NAMES):
        is_own = n == days[at].weekday()
        assert is_kept(EVENT.format(f"r1.rows[{at}]", weekday), case) is is_own
    swapped = EVENT.format(f"r1.rows[{at}]", own).replace("start:time", "x").replace(
        "end:time", "start:time").replace(".x", ".end:time")  # fmt: skip
    assert not is_kept(swapped, case)
    for other in (n for n, day in days.items() if day != days[at]):
        mixed = EVENT.format(f"r1.rows[{at}]", own)
        mixed = mixed.replace(f"{{r1.rows[{at}].start:day}}", f"{{r1.rows[{other}].start:day}}")
        assert not is_kept(mixed, case)


def day_of(row: EventRow, zone: tzinfo) -> date:
    """The day on which an event begins. Asked of the service it could come with an addition,
    such as "(tentative)"."""
    assert row.start is not None
    return clock.parse(row.start).astimezone(zone).date()


# Quotations -------------------------------------------------------------------------------------

SUBJECTS = ("The tenant", "The landlord", "Lena Vogt", "The supplier")
VERBS = ("must not pay", "may never move", "shall give", "must return", "may not keep")
OBJECTS = ("the deposit", "the keys", "the rent", "the furniture")
clauses = st.tuples(*(st.sampled_from(each) for each in (SUBJECTS, VERBS, OBJECTS))).map(" ".join)


@given(st.lists(clauses, min_size=2, max_size=4, unique=True), st.data())
def test_a_quotation_is_kept_word_for_word_and_of_its_record_alone(
    texts: list[str], data: st.DataObject
) -> None:
    items = [
        Item(f"item_{n}", "documents", booked("2026-01-01", "1"), text=f"{text} in June.")
        for n, text in enumerate(texts)
    ]
    evidence = did(items, calendar_kit.BERLIN)
    at = data.draw(st.integers(0, len(texts) - 1))
    quote = items[at].text

    def kept(quote: str, record: str = items[at].id) -> bool:
        part = {"type": "fact", "text": "The record says:", "quote": quote, "record": record}
        return checked(part, "en", evidence).kept == 1

    assert kept(quote)
    assert not kept(quote, items[at - 1].id)
    words = quote.split()
    changed = data.draw(st.integers(0, len(words) - 1))
    assert not kept(" ".join([*words[:changed], "changed", *words[changed + 1 :]]))
    for negation in (" not", " never"):
        if negation in quote:
            assert not kept(quote.replace(negation, ""))
            assert not kept(quote.partition(negation)[2].strip())
