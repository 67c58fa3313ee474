"""Which model `auto` means, and which agent of a network a prompt goes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from runwright.engine import BEHAVIOUR
from runwright.engine.plan import plan
from runwright.engine.router import DEEP, FAST, Candidate, choose_agent, choose_model
from runwright.engine.standing.reading import read
from runwright.engine.types import Moment, Plan, PlannedClause

SOURCES = ("calendar", "documents", "finance")


# Models ----------------------------------------------------------------------------------------


@pytest.fixture
def model(moment: Moment) -> Callable[..., str]:
    def choose(prompt: str, sources: Sequence[str] = SOURCES) -> str:
        return choose_model(plan(prompt, moment, sources, BEHAVIOUR), sources)

    return choose


@pytest.mark.parametrize(
    "prompt",
    [
        "Were Anna Berg and Ben Ito of the same nationality?",
        "Which magazine was started first, Harbour Weekly or The Lantern?",
        "What position was held by the woman who portrayed Mira in the film Blue Door?",
        "Who founded the company that built the bridge designed by Karl Orff?",
        "Do the lease and the house rules contradict each other?",
    ],
)
def test_facts_from_several_passages_go_to_the_deep_model(
    model: Callable[..., str], prompt: str
) -> None:
    assert model(prompt, ["documents"]) == DEEP


def test_a_plain_fact_goes_to_the_fast_model(model: Callable[..., str]) -> None:
    assert model("What notice period does my lease have?", ["documents"]) == FAST


def test_without_anything_to_read_there_is_nothing_to_put_together(
    model: Callable[..., str],
) -> None:
    assert model("Were Anna Berg and Ben Ito of the same nationality?", []) == FAST
    assert model("Were Anna Berg and Ben Ito of the same nationality?", ["files"]) == DEEP


# Agents ----------------------------------------------------------------------------------------

BOOKS = "You are the household bookkeeper. Only use the household account."
DIARY = "You keep my diary. Use only my calendar."
PAPERS = "You are the archivist who knows our contracts. Only use my documents."
HEALTH = "You answer questions about doctors and medicine."


@pytest.fixture
def agent(moment: Moment) -> Callable[..., str]:
    def choose(prompt: str, *instructions: str, route: str = "documents") -> str:
        given = instructions or (BOOKS, DIARY, PAPERS)
        candidates = [Candidate(f"agent {n}", each, read(each)) for n, each in enumerate(given)]
        steps = plan(prompt, moment, SOURCES, BEHAVIOUR).steps if route == "documents" else ()
        planned = Plan(steps, clauses=(PlannedClause({"route": route}, len(steps)),))
        return given[choose_agent(prompt, planned, SOURCES, candidates)]

    return choose


@pytest.mark.parametrize(
    ("prompt", "route", "instructions"),
    [
        ("How much did I spend at REWE in October?", "finance", BOOKS),
        ("What's on my calendar tomorrow?", "calendar", DIARY),
        ("When am I free on Friday?", "calendar", DIARY),
        ("What notice period does the contract with the landlord have?", "documents", PAPERS),
        ("How much did the household cost in May?", "finance", BOOKS),
    ],
)
def test_the_agent_whose_field_it_is_takes_it(
    agent: Callable[..., str], prompt: str, route: str, instructions: str
) -> None:
    assert agent(prompt, route=route) == instructions
    assert agent(prompt, PAPERS, DIARY, BOOKS, route=route) == instructions


def test_words_that_only_one_agent_has_decide(agent: Callable[..., str]) -> None:
    lease = "You answer questions about the lease of the flat."
    boat = "You answer questions about the boat and its insurance."
    assert agent("Who insures the boat?", lease, boat) == boat
    assert agent("What does the lease say about pets?", boat, lease) == lease


def test_a_kind_of_spending_is_known_by_other_words(agent: Callable[..., str]) -> None:
    eating = "You look after what goes to restaurants."
    driving = "You look after fuel and parking."
    assert (
        agent("How much did I pay for petrol in May?", eating, driving, route="finance") == driving
    )
    assert (
        agent("How much did I pay for dining out in May?", driving, eating, route="finance")
        == eating
    )


def test_an_agent_that_must_not_answer_is_not_chosen(agent: Callable[..., str]) -> None:
    shy = "You are the payroll bookkeeper. Never mention salaries."
    plain = "You help with everything."
    assert agent("What salary did I get in October?", shy, plain, route="finance") == plain
    assert agent("What salary did I get in October?", shy, route="finance") == shy


def test_an_agent_without_the_source_is_not_chosen(agent: Callable[..., str]) -> None:
    blind = "You are the household bookkeeper for all spending. Do not use bank data."
    plain = "You help with everything."
    assert agent("How much did I spend at REWE in October?", blind, plain, route="finance") == plain


def test_equals_go_to_the_earlier_one(agent: Callable[..., str]) -> None:
    assert agent("What is 12 * 7?", DIARY, BOOKS, route="arithmetic") == DIARY
    assert agent("What is 12 * 7?", BOOKS, DIARY, route="arithmetic") == BOOKS
    assert agent("How much did I spend in May?", BOOKS, f"{BOOKS} ", route="finance") == BOOKS
