"""What is planned for agents and networks, and how often a prompt is read for that."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from runwright.minds.embedded import planning
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.routes import FORBIDDEN
from runwright.runs.plans import drafts
from runwright.runs.plans.types import AUTO, FAST, Member, PlanRequest, is_light

ALL = ("calendar", "documents", "finance")
BOOKKEEPER = Member(
    "Bookkeeper",
    AUTO,
    "You answer questions about money: spending, payments, groceries, bank statements. "
    "Only use finance.",
)
LIBRARIAN = Member(
    "Librarian",
    AUTO,
    "You answer questions about manuals, notes and other documents, for example where things are "
    "stored. Only use documents.",
)
SECRETARY = Member(
    "Secretary",
    AUTO,
    "You answer questions about meetings, appointments and the calendar. Only use calendar.",
)
QUESTIONS = {
    "What did I spend on groceries in October?": "Bookkeeper",
    "How much did I pay at REWE in May 2026?": "Bookkeeper",
    "Which meetings do I have tomorrow?": "Secretary",
    "What does the manual say about where the filters are stored?": "Librarian",
}
KEY = "What do my notes say about the key?"
HOSTILE = ("How many November or Monday? " * 140)[:3999] + "!"


def asking(prompt: str, sources: tuple[str, ...] = ALL, max_steps: int = 16) -> PlanRequest:
    return PlanRequest(prompt, "2026-11-15T10:30:00.000Z", "UTC", sources, False, max_steps)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The prompts that were parsed, each time."""
    seen: list[str] = []
    understood = planning.understood

    def counting(prompt: str, *rest: Any) -> list[Query]:
        seen.append(prompt)
        return understood(prompt, *rest)

    monkeypatch.setattr(planning, "understood", counting)
    return seen


@pytest.mark.parametrize("order", list(permutations([BOOKKEEPER, LIBRARIAN, SECRETARY])))
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_agent_that_fits_is_chosen_wherever_it_stands(
    question: str, order: tuple[Member, ...]
) -> None:
    [chosen] = drafts.draft_members(asking(question), order, "router")
    assert order[chosen.place].name == QUESTIONS[question]
    assert chosen.plan.sources is not None
    assert len(chosen.plan.sources) == 1


def test_of_agents_that_fit_alike_the_first_is_chosen() -> None:
    twins = [Member(name, AUTO, "Be brief.") for name in ("Anna", "Bert", "Carl")]
    [chosen] = drafts.draft_members(asking("What is 2 + 2?"), twins, "router")
    assert chosen.place == 0


@pytest.mark.parametrize("strategy", ["parallel", "router"])
def test_a_network_of_sixteen_reads_its_prompt_once(parsed: list[str], strategy: str) -> None:
    agents = [Member(f"Agent {n}", AUTO, f"Be brief. You are number {n}.") for n in range(16)]
    drafts.draft_members(asking(KEY), agents, strategy)
    assert parsed == [KEY]


def test_choosing_the_model_reads_the_prompt_once(parsed: list[str]) -> None:
    model, plan = drafts.draft_auto(asking(KEY))
    assert model == FAST
    assert plan.sources == ALL
    assert parsed == [KEY]


def test_what_a_prompt_was_taken_for_is_not_parsed_again(parsed: list[str]) -> None:
    made = drafts.draft(asking("What did I spend at REWE in May 2026?"))
    kept = tuple(clause.query for clause in made.clauses)
    parsed.clear()
    again = drafts.draft(asking("What is 2 + 2?")._replace(understood=kept))
    assert again == made
    assert parsed == []


def test_a_forbidden_topic_takes_no_step_and_the_rest_of_the_prompt_does() -> None:
    prompt = "What is 2 + 2? How much did I pay the Kardia clinic in May 2026?"
    rules = "Never talk about the Kardia clinic."
    free, bound = (
        drafts.draft(asking(prompt)._replace(instructions=given)) for given in ("", rules)
    )
    assert [step.action for step in free.steps] == ["calculate", "measure_transactions"]
    assert [step.action for step in bound.steps] == ["calculate"]
    assert [clause.query["route"] for clause in bound.clauses] == ["arithmetic", FORBIDDEN]


def test_only_what_is_neither_parsed_nor_under_rules_is_light() -> None:
    assert is_light(asking(WRITTEN)._replace(mind="calls"))
    assert not is_light(asking(WRITTEN)._replace(mind="calls", instructions="Be brief."))
    assert not is_light(asking("What is 17 * 23?", ()))


WRITTEN = '[{"tool": "calculate", "arguments": {"expression": "6 * 7"}}]'


def test_a_member_that_understands_no_words_has_the_plan_that_was_written_down() -> None:
    clerk = Member("Clerk", "calls-deep", "", "calls")
    [chosen] = drafts.draft_members(asking(WRITTEN), [clerk], "parallel")
    assert [step.action for step in chosen.plan.steps] == ["calculate"]


@pytest.mark.parametrize(("prompt", "rules"), [("How much is 6 * 7?", ""), (WRITTEN, "Be brief.")])
def test_what_such_a_member_cannot_do_is_said(prompt: str, rules: str) -> None:
    given = {
        "request": list(asking(prompt)),
        "members": [["Clerk", "calls-deep", rules, "calls"]],
        "strategy": "parallel",
    }
    assert set(drafts.plan_members_there(given)) == {"invalid"}
