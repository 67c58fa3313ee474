"""From a prompt to queries: follow-ups, remarks, and routes that are closed."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.minds.embedded import routes
from runwright.minds.embedded.arithmetic.notation import of_signs_alone
from runwright.minds.embedded.parser.parser import Parsed
from runwright.minds.embedded.planning import plan, understood
from runwright.minds.embedded.program import Answer, Surroundings
from runwright.minds.embedded.query import DESCRIBED, STATES, Query
from runwright.minds.values import Moment

ALL = ("calendar", "documents", "finance")


def read(prompt: str, *earlier: str, sources: tuple[str, ...] = ALL) -> list[Query]:
    return understood(prompt, earlier, sources, 8)


def words(query: Query) -> set[tuple[str, str]]:
    return {(span.code, span.text) for span in query.spans}


def test_a_follow_up_takes_over_the_question_before() -> None:
    [query] = read("and in September?", "How much did I spend at Lidl in May?")
    assert (query.route, query.measure) == ("finance", "sum")
    assert words(query) == {("M", "Lidl"), ("P", "in September")}


def test_a_second_question_takes_over_the_first() -> None:
    first, second = read("when did I last pay Netflix and how much was it?")
    assert words(first) == words(second) == {("M", "Netflix")}


@pytest.mark.parametrize(("likely", "first"), [(0.79, True), (0.81, False)])
def test_what_is_not_surely_a_documents_matter_is_asked_of_records_first(
    likely: float, first: bool
) -> None:
    parsed = Parsed(Query("how long is it", "documents"), routes={"documents": likely})
    assert routes.asks_records_first(parsed) is first
    finance = Parsed(Query("what did it cost", "finance"), routes={"documents": likely})
    assert not routes.asks_records_first(finance)


def test_a_question_that_may_be_either_is_read_as_one_about_records() -> None:
    [query] = read("How much was the train ticket?")
    assert query.route == "finance"
    assert query.written > 0


@pytest.mark.parametrize("remark", ["Thanks!", "You are a star.", "I am off to bed."])
def test_a_remark_beside_a_question_is_no_question(remark: str) -> None:
    assert [query.route for query in read(f"What's on tomorrow? {remark}")] == ["calendar"]
    assert [query.route for query in read(remark)] == ["general"]


def test_a_question_goes_where_it_can_be_looked_up() -> None:
    [query] = read("How many days of holiday do I get?", sources=("documents",))
    assert query.route == "documents"


@pytest.mark.parametrize(
    "prompt", ["When is the next owners' meeting?", "Who was at the owners' meeting?"]
)
def test_what_sounds_like_records_that_were_not_given_is_looked_up_in_documents(
    prompt: str,
) -> None:
    assert [query.route for query in read(prompt, sources=("documents",))] == ["documents"]
    assert [query.route for query in read(prompt, sources=("finance",))] == ["calendar"]


@pytest.mark.parametrize(
    ("prompt", "given", "missing"),
    [
        ("How much did I spend at Edeka in October?", (), "bank statements: add `finance`"),
        ("My five largest expenses this year", (), "bank statements: add `finance`"),
        ("What's on tomorrow?", (), "calendar: add `calendar`"),
        ("When is my next dentist appointment?", ("finance",), "calendar: add `calendar`"),
    ],
)
def test_nothing_is_said_about_records_that_a_run_was_not_given(
    prompt: str, given: tuple[str, ...], missing: str
) -> None:
    moment = Moment(datetime(2026, 11, 18, 9, tzinfo=UTC), ZoneInfo("UTC"))
    [query] = read(prompt, sources=given)
    program = routes.answer(query, Surroundings(moment, given))
    with pytest.raises(StopIteration) as ended:
        next(program)
    said: Answer = ended.value.value
    assert said.text == f"This run was not given your {missing} to its context."
    assert not said.is_answer


def test_a_plan_has_a_step_a_query_and_says_when_it_was_cut() -> None:
    queries = [Query("how much?", "finance", "sum", "out")] * 4
    made = plan(queries, 2, lambda _: None)
    assert [step.action for step in made.steps] == ["measure_transactions"] * 3
    assert made.is_cut


def test_what_is_forbidden_takes_no_step() -> None:
    queries = [Query("what is my salary?", "finance", "sum", "in")]
    made = plan(queries, 4, lambda text: "salary" if "salary" in text else None)
    assert made.steps == ()
    assert made.clauses[0].query["route"] == "forbidden"


def test_a_form_that_is_asked_for_behind_a_question_is_its_form() -> None:
    first, second = read("List my October payments, then make a CSV of it and a chart")
    assert (first.form, second.form) == ("csv", "chart")


def test_a_clause_without_a_subject_goes_on_about_what_was_named() -> None:
    first, second = read("How much did I pay on the student loan in March, and in April?")
    assert ("C", "student loan") in words(first) & words(second)


def test_a_figure_without_a_verb_is_of_what_was_named() -> None:
    _, total = read("What did I spend at Tesco? Total for October")
    assert total.words("M", "PL") == ("Tesco",)


def test_a_question_with_its_own_subject_stands_alone() -> None:
    _, second = read("What did Lidl cost me in May, and how much did I spend altogether in June?")
    assert not second.words("M", "C")


def test_when_and_where_are_asked_of_the_same() -> None:
    first, second = read("When and where is the budget workshop?")
    assert words(first) == words(second)
    assert {first.measure, second.measure} == {"when", "where"}


def test_an_article_is_no_name() -> None:
    [query] = read("an since april all together", "What did I spend at Lidl last month?")
    assert words(query) == {("M", "Lidl"), ("P", "since april")}


def test_what_stands_behind_examples_is_no_question() -> None:
    [query] = read("total ive sent michael tollefson for cabins n stuff")
    assert query.route == "finance"


def test_what_goes_on_about_a_document_keeps_the_question_before_it() -> None:
    *_, late = read("and what if i just get one anyway", "what does the lease say about pets")
    assert (late.route, late.measure) == ("documents", "answer")
    assert late.whole == "and what if i just get one anyway (what does the lease say about pets)"


def test_what_only_gives_a_form_keeps_the_question_to_a_document() -> None:
    *_, short = read("put it in a table", "what does the lease say about pets")
    assert (short.text, short.form) == ("what does the lease say about pets", "table")


def test_what_came_and_what_went_are_both_told() -> None:
    came, went = read("what Dawn has sent me in total vs total I've sent her?")
    assert (came.direction, went.direction) == ("in", "out")
    assert came.words("M") == went.words("M") == ("Dawn",)


def test_a_clause_without_a_word_is_read_as_well() -> None:
    assert read("? I earn more than ever and have less than ever, explain", "How much salary I got")


@pytest.mark.parametrize("number", [1, 10, 11, 50])
@pytest.mark.parametrize("sources", [(), ("finance",), ALL])
def test_a_sum_in_signs_is_one_whatever_it_looks_like(
    number: int, sources: tuple[str, ...]
) -> None:
    prompt = f"What is {number} + {number}? Then: What is {number} - 1?"
    assert [query.route for query in read(prompt, sources=sources)] == ["arithmetic"] * 2


def test_figures_with_a_sign_that_may_be_a_day_or_hours_are_left_to_the_parser() -> None:
    for clause in ("What is 9-11", "What is 3/4", "What's 9 - 11", "What is on 9 - 11"):
        query = Query(clause, "calendar", "list")
        assert of_signs_alone(query) == query
    assert of_signs_alone(Query("11 / 8 = ?", "calendar")).route == "arithmetic"


def test_the_only_name_of_a_question_is_never_left_aside() -> None:
    [query] = read("How much did I spend at Lidl in May?")
    assert query.others
    assert all(other.words("M", "MP", "PS", "C", "T", "PL") for other in query.others)


def test_no_other_reading_has_a_state_that_its_records_do_not_know() -> None:
    [query] = read("did they ever give me one of them back", "was I charged twice for pilates?")
    assert all(other.state in (*STATES[other.route], "") for other in query.others)


def test_what_is_asked_in_one_breath_about_an_event_is_looked_for_in_its_description() -> None:
    first, second = read("poker friday, whats the buy in")
    assert (first.route, second.route, second.flags) == ("calendar", "calendar", (DESCRIBED,))
    assert words(second) == words(first)


def test_what_is_asked_in_one_breath_about_a_document_is_asked_of_documents() -> None:
    prompt = "how long do I have to report a claim under the renewal, and was that always so"
    assert [query.route for query in read(prompt)] == ["documents", "documents"]


@pytest.mark.parametrize(
    "prompt",
    [
        "what does the manual say about the heat pump, and the overtime per half hour",
        "is the labour on the engine job still under guarantee? he did it in july",
    ],
)
def test_what_is_barely_about_records_stays_with_the_document_before_it(prompt: str) -> None:
    assert {query.route for query in read(prompt)} == {"documents"}


def test_a_question_that_names_nothing_goes_on_about_the_payee_before_it() -> None:
    first, second = read(
        "Halfords took me for the same thing twice in May. Did I get that sorted and what day did "
        "the money land?"
    )
    assert first.words("M") == second.words("M") == ("Halfords",)


def test_what_is_asked_next_without_a_name_is_looked_for_in_the_description_of_the_event() -> None:
    [query] = read("anything we need to bring", "when is Mabli's exam and in which room?")
    assert (query.route, query.flags) == ("calendar", (DESCRIBED,))
    assert ("T", "exam") in words(query)
