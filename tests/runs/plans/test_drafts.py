"""What is planned for agents and networks, and how often a prompt is read for that."""

from __future__ import annotations

from itertools import permutations

import pytest

from runwright.runs.plans import drafts
from runwright.runs.plans.drafts import AUTO, Member, PlanRequest

ALL = ("calendar", "documents", "finance")
BEHAVIOURS = {"y0-fast": 1, "y0-deep": 1}
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
HOSTILE = ("How many " + "November or monday; " * 300)[:3999] + "!"


def asking(prompt: str, sources: tuple[str, ...] = ALL, max_steps: int = 16) -> PlanRequest:
    return PlanRequest(prompt, "2026-11-15T10:30:00.000Z", "UTC", sources, False, max_steps, 1)


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The sources with which the prompt was planned, each time."""
    seen: list[tuple[str, ...]] = []
    make_plan = drafts.make_plan

    def counting(prompt: str, moment: object, sources: tuple[str, ...], *rest: object) -> object:
        seen.append(sources)
        return make_plan(prompt, moment, sources, *rest)

    monkeypatch.setattr(drafts, "make_plan", counting)
    return seen


@pytest.mark.parametrize("order", list(permutations([BOOKKEEPER, LIBRARIAN, SECRETARY])))
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_agent_that_fits_is_chosen_wherever_it_stands(
    question: str, order: tuple[Member, ...]
) -> None:
    [chosen] = drafts.draft_members(asking(question), order, "router", BEHAVIOURS)
    assert order[chosen.place].name == QUESTIONS[question]
    assert chosen.plan.sources is not None
    assert len(chosen.plan.sources) == 1


def test_of_agents_that_fit_alike_the_first_is_chosen() -> None:
    twins = [Member(name, AUTO, "Be brief.") for name in ("Anna", "Bert", "Carl")]
    [chosen] = drafts.draft_members(asking("What is 2 + 2?"), twins, "router", BEHAVIOURS)
    assert chosen.place == 0


@pytest.mark.parametrize("strategy", ["parallel", "router"])
def test_a_network_of_sixteen_reads_its_prompt_once(
    readings: list[tuple[str, ...]], strategy: str
) -> None:
    agents = [Member(f"Agent {n}", AUTO, f"Be brief. You are number {n}.") for n in range(16)]
    drafts.draft_members(asking(HOSTILE), agents, strategy, BEHAVIOURS)
    assert readings == [ALL]


def test_a_network_reads_its_prompt_once_for_each_set_of_sources(
    readings: list[tuple[str, ...]],
) -> None:
    agents = [BOOKKEEPER, LIBRARIAN] * 8
    drafts.draft_members(asking(HOSTILE), agents, "sequential", BEHAVIOURS)
    assert (
        len(readings) == len(set(readings)) == 3
    )  # the first agent has no result of another to look at


def test_choosing_the_model_reads_the_prompt_once(readings: list[tuple[str, ...]]) -> None:
    model, plan = drafts.draft_auto(asking("Where is the key kept?"), BEHAVIOURS)
    assert model in BEHAVIOURS
    assert plan.sources == ALL
    assert readings == [ALL]


def test_only_a_short_prompt_without_an_agent_is_light() -> None:
    assert drafts.is_light(asking("What is 17 * 23?"))
    assert drafts.is_light(asking("Add 2 and 3, then double it", ()))
    assert not drafts.is_light(asking("What is 17 * 23?")._replace(instructions="Be brief."))
    assert not drafts.is_light(asking("2 + 2; 3 + 3"))
    assert not drafts.is_light(asking("November " * 9))
    assert not drafts.is_light(asking(HOSTILE))


WRITTEN = '[{"tool": "calculate", "arguments": {"expression": "6 * 7"}}]'


def test_a_member_that_understands_no_words_has_the_plan_that_was_written_down() -> None:
    clerk = Member("Clerk", "calls-deep", "", "calls")
    [chosen] = drafts.draft_members(asking(WRITTEN), [clerk], "parallel", BEHAVIOURS)
    assert [step.action for step in chosen.plan.steps] == ["calculate"]


@pytest.mark.parametrize(("prompt", "rules"), [("How much is 6 * 7?", ""), (WRITTEN, "Be brief.")])
def test_what_such_a_member_cannot_do_is_said(prompt: str, rules: str) -> None:
    given = {
        "request": list(asking(prompt)),
        "members": [["Clerk", "calls-deep", rules, "calls"]],
        "strategy": "parallel",
        "behaviours": BEHAVIOURS,
    }
    assert set(drafts.plan_members_there(given)) == {"invalid"}
