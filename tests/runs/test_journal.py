"""All that crosses to a computing process, and all that the journal keeps, comes back unchanged.

Every field of every value is filled. A new field without a strategy here fails the test, so that
nothing is journaled that nobody has read back.
"""

from __future__ import annotations

from datetime import UTC
from typing import Any, NamedTuple, TypeVar
from unittest import mock
from zoneinfo import ZoneInfo

import orjson
from hypothesis import given
from hypothesis import strategies as st

from runwright.context.types import Gathering
from runwright.jobs.messages import Reply
from runwright.minds import values
from runwright.minds.blobs import given_blob, items_in
from runwright.minds.types import Call, Closing, LanguageModel, Output, Read, Task, Told
from runwright.minds.values import (
    Artifact,
    Item,
    Moment,
    Plan,
    PlannedClause,
    Step,
    Weighed,
)
from runwright.models.conversation import (
    Message,
    ModelRequest,
    ToolCall,
    ToolSpec,
    request_from,
    request_to_json,
)
from runwright.runs import loop

T = TypeVar("T", bound=NamedTuple)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
MAYBE = st.none() | TEXT
COUNT = st.integers(0, 2**53)
FRACTION = st.floats(allow_nan=False, allow_infinity=False)
FLAG = st.booleans()
OBJECT = st.dictionaries(TEXT, TEXT | COUNT | FLAG | st.none() | st.lists(TEXT), max_size=2)
REPLIES = st.sampled_from(["tools", "json"])


def several(of: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, max_size=2).map(tuple)


def whole(kind: type[T], /, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[T]:
    """Values of a type, of which no field is left to its default."""
    assert set(fields) == set(kind._fields), f"{kind.__name__}: a field is missing here"
    return st.builds(kind, **fields)


STEPS = whole(
    Step,
    action=TEXT,
    part=TEXT,
    arguments=st.dictionaries(TEXT, TEXT, max_size=2),
)
PLANS = whole(
    Plan,
    steps=several(STEPS),
    sources=st.none() | several(TEXT),
    is_cut=FLAG,
    clauses=several(whole(PlannedClause, query=OBJECT, steps=COUNT)),
)
ARTIFACTS = whole(Artifact, kind=TEXT, filename=TEXT, media_type=TEXT, content=TEXT)
ITEMS = whole(
    Item,
    id=TEXT,
    source=TEXT,
    text=TEXT,
    at=MAYBE,
    file=MAYBE,
    page=st.none() | COUNT,
    kind=TEXT,
    title=TEXT,
    until=MAYBE,
    amount=MAYBE,
    currency=MAYBE,
    score=FRACTION,
    facts=TEXT,
)
LANGUAGE_MODELS = whole(
    LanguageModel,
    snapshot=TEXT,
    model=TEXT,
    system=TEXT,
    max_tokens=COUNT,
    context_window=COUNT,
    temperature=st.none() | FRACTION,
    seed=st.none() | COUNT,
    effort=MAYBE,
    weights=MAYBE,
    replies=REPLIES,
    sees=FLAG,
)
MOMENTS = whole(
    Moment,
    now=st.datetimes(timezones=st.just(UTC)),
    zone=st.sampled_from([ZoneInfo("Europe/Berlin"), ZoneInfo("UTC")]),
)
TASKS = whole(
    Task,
    mind=TEXT,
    plan=PLANS,
    prompt=TEXT,
    sources=several(TEXT),
    max_steps=COUNT,
    instructions=TEXT,
    moment=MOMENTS,
    deep=FLAG,
    currency=MAYBE,
    files=several(TEXT),
    output_schema=st.none() | OBJECT,
    notice=TEXT,
    language=st.none() | LANGUAGE_MODELS,
)
TOOL_CALLS = whole(ToolCall, id=TEXT, name=TEXT, arguments=TEXT)
REPLIED = whole(
    Told,
    text=TEXT,
    calls=several(TOOL_CALLS),
    failure=TEXT,
    input_tokens=COUNT,
    output_tokens=COUNT,
    cost=TEXT,
)
OUTPUTS = whole(Output, step=OBJECT, private=OBJECT)
MESSAGES = whole(
    Message,
    role=st.sampled_from(["user", "assistant", "tool"]),
    text=TEXT,
    calls=several(TOOL_CALLS),
    call_id=TEXT,
    pictures=st.just(()),  # they do not cross: whoever asks the model has them
)
REQUESTS = whole(
    ModelRequest,
    model=TEXT,
    system=TEXT,
    messages=several(MESSAGES),
    tools=several(whole(ToolSpec, name=TEXT, description=TEXT, schema=OBJECT)),
    choice=st.sampled_from(["auto", "any", "none"]),
    max_tokens=COUNT,
    temperature=st.none() | FRACTION,
    seed=st.none() | COUNT,
    effort=MAYBE,
    context_window=COUNT,
    weights=MAYBE,
    replies=REPLIES,
)
GATHERINGS = whole(
    Gathering,
    text=TEXT,
    limit=COUNT,
    whole=FLAG,
    start=MAYBE,
    end=MAYBE,
    kinds=several(TEXT),
    files=several(TEXT),
)
READS = whole(Read, source=TEXT, queries=several(several(GATHERINGS)))
CLOSINGS = whole(
    Closing,
    summary=TEXT,
    parts=several(OBJECT),
    answered=FLAG,
    artifacts=several(ARTIFACTS),
    inputs=st.none() | st.binary(min_size=1, max_size=4),
    weighed=whole(Weighed, claims=COUNT, supported=COUNT, useful_steps=COUNT),
    cited=st.binary(max_size=4),
)


def crossed(value: Any) -> Any:
    """As it comes out on the other side."""
    return orjson.loads(orjson.dumps(value))


@given(PLANS)
def test_a_plan_survives(plan: Plan) -> None:
    assert values.plan_from_json(crossed(values.plan_to_json(plan))) == plan


@given(ITEMS)
def test_an_item_survives(item: Item) -> None:
    assert items_in(given_blob([item])) == (item,)


@given(TASKS)
def test_a_task_survives(task: Task) -> None:
    assert loop.task_from_json(crossed(loop.task_to_json(task))) == task


@given(OUTPUTS, REPLIED)
def test_what_a_step_gave_and_what_a_model_replied_survive(output: Output, told: Told) -> None:
    assert loop.output_from_bytes(loop.output_to_bytes(output)) == output
    assert loop.told_from_bytes(loop.told_to_bytes(told)) == told


@given(REQUESTS)
def test_a_request_to_a_model_survives(request: ModelRequest) -> None:
    assert request_from(crossed(request_to_json(request))) == request


@given(CLOSINGS)
def test_an_answer_survives(closing: Closing) -> None:
    value, *blobs = loop.closing_to_json(closing)
    assert loop.closing_from_json(crossed(value), blobs) == closing


DONE = whole(
    loop.Done,
    call=whole(Call, tool=TEXT, arguments=OBJECT, description=TEXT),
    output=OUTPUTS,
    wall_us=COUNT,
    cpu_us=COUNT,
)
AHEADS = whole(
    loop.Ahead,
    counts=st.lists(COUNT, max_size=2),
    done=st.lists(DONE, max_size=2),
    wanted=st.lists(READS, max_size=2),
    asked=st.none() | REQUESTS,
    closing=st.none() | CLOSINGS,
)


JOURNALS = whole(
    loop.Journal,
    given=st.binary(max_size=4),
    reads=st.just(()),  # they cross as they are, beside the rest
    outputs=st.lists(OUTPUTS, max_size=2),
    replies=st.lists(REPLIED, max_size=2),
    stop=st.sampled_from([None, "budget", "deadline", "unavailable"]),
)


@given(TASKS, JOURNALS, COUNT, AHEADS)
def test_a_computing_process_gets_what_it_is_sent_and_its_answer_comes_back(
    task: Task, journal: loop.Journal, most: int, ahead: loop.Ahead
) -> None:
    with mock.patch.object(loop, "advance", return_value=ahead) as computing:
        reply = loop.advance_there(crossed(loop.to_json(task, journal, most)), journal.given)
    computing.assert_called_once_with(task, journal, most, [])
    assert loop.ahead_from(Reply(crossed(reply.value), reply.blobs)) == ahead


@given(TASKS, AHEADS)
def test_a_run_that_is_kept_whole_needs_nothing_of_its_steps_once_it_has_ended(
    task: Task, ahead: loop.Ahead
) -> None:
    sent = loop.to_json(task, loop.Journal(), 1, is_whole=True)
    with mock.patch.object(loop, "advance", return_value=ahead):
        reply = loop.advance_there(crossed(sent), b"")
    private = [done.output.private for done in loop.ahead_from(reply).done]
    kept = [done.output.private for done in ahead.done]
    assert private == (kept if ahead.closing is None else [{}] * len(kept))
