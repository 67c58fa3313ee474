"""What a strong model writes over `world`: true parts, and false ones that look just as good.

The true sentences were written before the vocabulary that reads them, as a model would write
them; those in `marked.en.txt` and `marked.de.txt` are true, too, and still marked.
"""

from __future__ import annotations

import re
import tomllib
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest

from minds.language import world
from runwright.minds.language.checking import Checked, check
from runwright.minds.language.evidence import Evidence, Outcome
from runwright.minds.language.parts import Answer
from runwright.models import catalog as catalog_of_models
from runwright.tools import catalog
from tools import calendar_kit

FOLDER = Path(__file__).parent / "sentences"
evidence = cache(world.evidence)


def lines(name: str) -> list[Any]:
    return [
        pytest.param(language, line, id=line)
        for language in ("en", "de")
        for line in (FOLDER / f"{name}.{language}.txt").read_text().splitlines()
    ]


def part(line: str) -> dict[str, Any]:
    """`“quotation” record words before it`, or a sentence with slots."""
    if line.startswith("“"):
        quote, _, rest = line.removeprefix("“").partition("” ")
        record, _, text = rest.partition(" ")
        return {"type": "fact", "text": text, "quote": quote, "record": record}
    return {"type": "derived" if "{=" in line else "fact", "text": line}


def checked(part: dict[str, Any], language: str, given: Evidence | None = None) -> Checked:
    answer = Answer.model_validate({"parts": [part], "language": language})
    return check(answer, given or evidence())


@pytest.mark.parametrize(("language", "line"), lines("true"))
def test_a_true_sentence_in_ordinary_words_is_kept(language: str, line: str) -> None:
    assert checked(part(line), language).problems == ()


@pytest.mark.parametrize(("language", "line"), lines("marked"))
def test_a_true_sentence_whose_words_no_result_carries_is_marked(language: str, line: str) -> None:
    assert checked(part(line), language).marked == 1


@pytest.mark.parametrize(("language", "line"), lines("false"))
def test_a_false_sentence_is_marked(language: str, line: str) -> None:
    answer = checked(part(line), language)
    assert (answer.kept, answer.marked) == (0, 1)


PROMPT = tomllib.loads((catalog_of_models.PROMPTS / "2026-11.toml").read_text())["system"]
EXAMPLES = [line for line in PROMPT.splitlines() if re.match(r"- (?:fact|derived)\b", line)]
IN_THE_WORLD = {"r3.rows": "r8.rows", "r4.truth": "r32.truth"}


@pytest.mark.parametrize("line", EXAMPLES)
def test_the_examples_that_a_model_is_shown_pass_the_check(line: str) -> None:
    text = line.partition(": ")[2]
    for path, own in IN_THE_WORLD.items():
        text = text.replace(path, own)
    if "“" in text:
        before, _, quote = text.rstrip("”").partition("“")
        text = f"“{quote}” lease/2 {before.strip()}"
    assert checked(part(text), "en").problems == ()


def test_the_prompt_has_examples_of_each_kind() -> None:
    assert len(EXAMPLES) == 6


def told(case: dict[str, Any]) -> Evidence:
    """The results of a run as the model saw them."""
    results = {}
    for at, call in enumerate(case["calls"], 1):
        tool = catalog.TOOLS[call["tool"]]
        arguments = tool.arguments.model_validate(call["arguments"])
        results[f"r{at}"] = Outcome(
            tool.name, arguments, tool.result.model_validate(call["result"])
        )
    return Evidence(results=results, today=date(2026, 11, 17), zone=calendar_kit.BERLIN)


CASES = orjson.loads((FOLDER / "stranger.json").read_bytes())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["parts"][case["false"]]["text"])
def test_a_false_fact_of_somebody_who_did_not_know_the_rules_is_marked(
    case: dict[str, Any],
) -> None:
    answer = Answer.model_validate({"parts": case["parts"], "language": case["language"]})
    assert check(answer, told(case)).parts[case["false"]].support == "unsupported"


REVIEW = next(
    case for case in CASES if "accepted the invitation" in case["parts"][0].get("text", "")
)
WOLFF = next(case for case in CASES if "überwiesen" in case["parts"][0].get("text", ""))
EVENT, BOOKING = "{r1.rows[0].title}", "{r1.rows[0].amount} {r1.rows[0].currency}"
NAMED = {
    "sofia": "{r1.rows[0].people[1].name}",
    "jonas": "{r1.rows[0].people[0].name}",
    "wolff": "{r1.rows[0].counterparty}",
}
SAID = [
    (REVIEW, "en", "{sofia} declined the invitation to {event}.", True),
    (REVIEW, "en", "{jonas} accepted the invitation to {event}.", True),
    (REVIEW, "en", "{event}: accepted by {jonas}, declined by {sofia}.", True),
    (REVIEW, "en", "{event} is organised by {sofia}.", True),
    (REVIEW, "en", "{event} is organised by Sofia Lang.", True),
    (REVIEW, "en", "{event}: {jonas} ({r1.rows[0].people[0].answer}).", True),
    (REVIEW, "de", "{sofia} hat für {event} abgesagt.", True),
    (REVIEW, "en", "{jonas} comes to {event}.", True),
    (REVIEW, "en", "{sofia} comes to {event}.", False),
    (REVIEW, "en", "{jonas} and {sofia} accepted the invitation to {event}.", False),
    (REVIEW, "en", "Sofia Lang accepted the invitation to {event}.", False),
    (REVIEW, "en", "{event} was accepted by {sofia}.", False),
    (REVIEW, "en", "{jonas} is the organiser of {event}.", False),
    (REVIEW, "en", "{event} is organised by Jonas Reuter.", False),
    (REVIEW, "en", "{event} is hosted by {jonas}.", False),
    (REVIEW, "en", "{jonas} is invited by {jonas} to {event}.", False),
    (REVIEW, "en", "{event}: {jonas} ({r1.rows[0].people[1].answer}).", False),
    (REVIEW, "en", "{sofia} invited {jonas} to {event}.", False),
    (REVIEW, "en", "{sofia} has invited {jonas} to {event}.", False),
    (REVIEW, "en", "{jonas} was invited to {event} by {sofia}.", True),
    (REVIEW, "en", "{jonas} is invited to {event}.", True),
    (REVIEW, "en", "{jonas} accepted {sofia}'s invitation to {event}.", False),
    (REVIEW, "en", "{event} was scheduled by {sofia}.", True),
    (REVIEW, "en", "{event} is scheduled with {jonas}.", True),
    (REVIEW, "de", "{sofia} hat {jonas} zu {event} eingeladen.", False),
    (REVIEW, "de", "Zu {event} hat {sofia} {jonas} eingeladen.", False),
    (REVIEW, "de", "{jonas} wurde von {sofia} zu {event} eingeladen.", True),
    (REVIEW, "en", "{jonas} invited {sofia} to {event}.", False),
    (REVIEW, "en", "{jonas} has invited {sofia} to {event}.", False),
    (REVIEW, "en", "Jonas Reuter invited Sofia Lang to {event}.", False),
    (REVIEW, "en", "You were invited to {event} by {jonas}.", False),
    (REVIEW, "en", "You got an invitation from {jonas} to {event}.", False),
    (REVIEW, "en", "{sofia} accepted {jonas}'s invitation to {event}.", False),
    (REVIEW, "en", "{jonas} gave {sofia} an invitation to {event}.", False),
    (REVIEW, "en", "{event} was scheduled by {jonas}.", False),
    (REVIEW, "en", "{jonas} scheduled {event} with {sofia}.", False),
    (REVIEW, "de", "{jonas} hat {sofia} zu {event} eingeladen.", False),
    (REVIEW, "de", "Zu {event} hat {jonas} {sofia} eingeladen.", False),
    (REVIEW, "de", "{sofia} wurde von {jonas} zu {event} eingeladen.", False),
    (REVIEW, "de", "{event} wird von {jonas} organisiert.", False),
    (REVIEW, "de", "{jonas} hat für {event} abgesagt.", False),
    (REVIEW, "de", "{event} wurde abgesagt.", False),
    (REVIEW, "de", "{event} mit {sofia} wurde abgesagt.", False),
    (REVIEW, "en", "{event} is declined.", False),
    (REVIEW, "en", "The task {event} is on {r1.rows[0].start:day}.", False),
    (WOLFF, "en", "You paid {wolff} {money} on {r1.rows[0].day}.", True),
    (WOLFF, "en", "{money} went to {wolff} on {r1.rows[0].day}.", True),
    (WOLFF, "en", "{wolff} was paid {money}.", True),
    (WOLFF, "de", "Am {r1.rows[0].day} haben Sie {money} an {wolff} überwiesen.", True),
    (WOLFF, "en", "{wolff} paid you {money}.", False),
    (WOLFF, "en", "{wolff} transferred {money} to you.", False),
    (WOLFF, "en", "{money} was paid to you by {wolff}.", False),
    (WOLFF, "en", "A payment of {money} came from {wolff}.", False),
    (WOLFF, "en", "You received {money} from {wolff}.", False),
    (WOLFF, "de", "{money} wurden von {wolff} an Sie gezahlt.", False),
    (WOLFF, "de", "Tischlerei Wolff hat {money} überwiesen.", False),
]


@pytest.mark.parametrize(("case", "language", "text", "is_kept"), SAID)
def test_who_answered_organises_or_pays_is_that_of_the_record(
    case: dict[str, Any], language: str, text: str, is_kept: bool
) -> None:
    for name, slot in {**NAMED, "event": EVENT, "money": BOOKING}.items():
        text = text.replace(f"{{{name}}}", slot)
    assert checked({"type": "fact", "text": text}, language, told(case)).kept == is_kept


def test_a_currency_is_shown_once() -> None:
    part = {"type": "fact", "text": f"You paid {NAMED['wolff']} {BOOKING}."}
    shown = checked(part, "en", told(WOLFF)).parts[0].text
    assert shown == "You paid Tischlerei Wolff 640.00 EUR."


PARTS: list[dict[str, Any]] = [
    {"type": "list", "entries": [
        {"type": "fact", "text": "{r8.rows[0].title}: {r8.rows[0].start:weekday}, "
                                 "{r8.rows[0].start:time}–{r8.rows[0].end:time}"},
        {"type": "fact", "text": "**{r8.rows[2].title}** – {r8.rows[2].start}, {r8.rows[2].place}"},
    ]},
    {"type": "table", "header": ["Category", "Spent in October", "Share"], "rows": [
        ["{r3.groups[0].group}", "{r3.groups[0].total}", "{r3.groups[0].share}"],
        ["Travel", "{r3.groups[1].total}", "{r3.groups[1].share}"],
    ]},
    {"type": "table", "header": ["Day", "Payee", "Amount"], "rows": [
        ["{r5.rows[0].day}", "{r5.rows[0].counterparty}", "{r5.rows[0].amount}"],
        ["{r5.rows[1].day}", "{r5.rows[1].counterparty}", "{r5.rows[1].amount}"],
    ]},
]  # fmt: skip


@pytest.mark.parametrize("given", PARTS, ids=lambda given: given["type"])
def test_lists_and_tables_of_slots_are_kept(given: dict[str, Any]) -> None:
    assert checked(given, "en").problems == ()


def test_a_row_with_the_figure_of_another_one_is_marked() -> None:
    rows = [["Travel", "{r3.groups[0].total}"]]
    table = {"type": "table", "header": ["Category", "Spent in October"], "rows": rows}
    assert checked(table, "en").marked == 1


def test_a_column_that_names_the_other_side_is_marked() -> None:
    def table(head: str) -> dict[str, Any]:
        return {"type": "table", "header": ["2026", head], "rows": [["October", "{r18.total}"]]}

    assert checked(table("Spending"), "en").marked == 0
    assert checked(table("Income"), "en").marked == 1


LED: list[tuple[str, list[dict[str, Any]], bool]] = [
    ("a list under its introduction", [
        {"type": "fact", "text": "You spent {r4.total} on groceries from August to October:"},
        {"type": "list", "entries": [
            {"type": "fact", "text": "{r4.groups[0].group}: {r4.groups[0].total}"},
        ]},
    ], True),
    ("a table under its introduction, whose head says what is counted", [
        {"type": "fact", "text": "You spent {r4.total} on groceries from August to October:"},
        {"type": "table", "header": ["Month", "Purchases", "Spent"], "rows": [
            ["{r4.groups[0].group}", "{r4.groups[0].count}", "{r4.groups[0].total}"],
        ]},
    ], True),
    ("a sentence that goes on about the same call", [
        {"type": "fact", "text": "You spent {r1.total} on groceries in October."},
        {"type": "fact", "text": "The largest purchase was {r1.units[0].largest.amount}."},
    ], True),
    ("a head that names the unit", [
        {"type": "table", "header": ["Day of this week", "Events", "Hours"], "rows": [
            ["{r10.groups[0].start:weekday}", "{r10.groups[0].count}", "{r10.groups[0].hours}"],
        ]},
    ], True),
    ("a head that names another unit", [
        {"type": "table", "header": ["Day of this week", "Events", "Minutes"], "rows": [
            ["{r10.groups[0].start:weekday}", "{r10.groups[0].count}", "{r10.groups[0].hours}"],
        ]},
    ], False),
    ("a sentence about another call", [
        {"type": "fact", "text": "You spent {r18.total} in October on groceries and the rest."},
        {"type": "fact", "text": "The largest purchase was {r1.units[0].largest.amount}."},
    ], True),
    ("a sum that is said to be of everything", [
        {"type": "fact", "text": "You spent {r1.total} on groceries in October."},
        {"type": "fact", "text": "Altogether you spent {r1.total} in October."},
    ], True),
    ("an introduction that names something else", [
        {"type": "fact", "text": "You spent {r18.total} in October."},
        {"type": "list", "entries": [{"type": "fact", "text": "October: {r1.total}"}]},
    ], True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "is_kept"), [row[1:] for row in LED], ids=[name for name, _, _ in LED]
)
def test_what_a_part_is_of_may_be_said_right_above_it(
    parts: list[dict[str, Any]], is_kept: bool
) -> None:
    last = check(Answer.model_validate({"parts": parts}), evidence()).parts[-1]
    supports = [each.support for each in last.entries or (last,)]
    assert supports == (["record"] if is_kept else ["unsupported"])
