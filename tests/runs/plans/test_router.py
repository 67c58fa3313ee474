"""Which model `auto` means, and which agent of a network a prompt goes to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from runwright.minds.embedded.query import Query, Span, to_json
from runwright.minds.instructions.reading import read
from runwright.minds.values import Plan, PlannedClause
from runwright.runs.plans.router import Candidate, choose_agent, choose_model
from runwright.runs.plans.types import DEEP, FAST

SOURCES = ("calendar", "documents", "finance")
BERG, ITO = Span("PS", "Anna Berg"), Span("PS", "Ben Ito")
WRITTEN = Query("?", "documents", "answer")


def planned(*queries: Query) -> Plan:
    return Plan((), clauses=tuple(PlannedClause(to_json(query), 1) for query in queries))


# Models ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "queries",
    [
        [WRITTEN._replace(measure="compare")],
        [WRITTEN._replace(has_alternatives=True)],
        [WRITTEN._replace(spans=(BERG, ITO))],
        [WRITTEN, WRITTEN],
    ],
    ids=["compared", "one or the other", "two names", "two questions"],
)
def test_facts_from_several_passages_go_to_the_deep_model(queries: list[Query]) -> None:
    assert choose_model(planned(*queries)) == DEEP


def test_a_plain_fact_goes_to_the_fast_model() -> None:
    assert choose_model(planned(WRITTEN)) == FAST
    assert choose_model(planned(WRITTEN._replace(spans=(BERG,)))) == FAST


def test_what_is_worked_out_goes_to_the_fast_model() -> None:
    query = Query("?", "finance", "compare", spans=(BERG, ITO))
    assert choose_model(planned(query, query)) == FAST


# Agents ----------------------------------------------------------------------------------------

BOOKS = "You are the household bookkeeper. Only use the household account."
DIARY = "You keep my diary. Use only my calendar."
PAPERS = "You are the archivist who knows our contracts. Only use my documents."
HEALTH = "You answer questions about doctors and medicine."


@pytest.fixture
def agent() -> Callable[..., str]:
    def choose(prompt: str, *instructions: str, route: str = "documents") -> str:
        given = instructions or (BOOKS, DIARY, PAPERS)
        candidates = [Candidate(f"agent {n}", each, read(each)) for n, each in enumerate(given)]
        plan = planned(Query(prompt, route))
        return given[choose_agent(prompt, plan, SOURCES, candidates)]

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
