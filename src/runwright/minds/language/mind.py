"""The mind that is a language model: it plans, calls tools, looks at what they give, and answers.

It is as pure as any other: told the same replies in the same order, it asks the same, calls the
same tools and says the same. What it may read is decided by the run's sources and its agent's
rules, whatever a record or the model says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import orjson
from pydantic import ValidationError

from runwright.minds import calling, inputs, plain
from runwright.minds.agent_policy import guided_by
from runwright.minds.blobs import items_in
from runwright.minds.cited import rows_of
from runwright.minds.language import material, offered, structured
from runwright.minds.language.checking import Checked, check
from runwright.minds.language.ending import Ending, of_answer, of_output, of_tool, stopped
from runwright.minds.language.evidence import Evidence, Outcome, RecordText
from runwright.minds.language.opening import is_earlier, opening_messages, system_text
from runwright.minds.language.parts import LONGEST_TEXT, MOST_PARTS, Answer, Text
from runwright.minds.language.transcript import Transcript, room
from runwright.minds.reading import QueryResult, ReadResult, by_id, counted
from runwright.minds.records import FetchedRecords, query_of
from runwright.minds.types import Ask, Call, Closing, Output, Read, Stop, Task, Told, Turn
from runwright.minds.values import Item, Weighed
from runwright.models.conversation import Message, ModelRequest, ToolCall
from runwright.records.facts import parse_facts
from runwright.tools.base import InvalidCall, Source
from runwright.tools.catalog import parse_call
from runwright.trust.scopes import SOURCES

FREE_TURNS = 4
"""How many replies a run has beyond one for each step."""
MOST_CALLS = 16
"""How many calls of one reply are looked at."""
MOST_PROBLEMS = 20

_IN_A_ROW = frozenset({"too_long", "truncated", "malformed"})
_NO_STEPS = "No steps are left. Answer with what you have."
_NOW = "Give your answer now, with the tool `answer`."
_BY_TOOL = "Give your answer with the tool `answer`, so that what it says can be checked."
_CUT_OFF = "Your reply was cut off at its limit of tokens. Reply again, in fewer words."
_UNREADABLE = "Your reply could not be read. Reply again, with one call of a tool."
_ALONE = "Call this alone, once you have seen the results of your other calls."
_CORRECT = (
    "Some of this is not supported. Answer once more, with all parts: keep those that are not "
    "listed as they are. Words that stand in nothing: leave them out, or make the sentence a "
    "`text` part. Something that is not said: name it in the sentence, or in the heading or the "
    "sentence right above. Figures, days and names: use slots of results or quotations of "
    "records. What is still not supported is then marked as such."
)


class LanguageMind:
    """Thinks for one run."""

    def __init__(self, task: Task, given: bytes) -> None:
        if task.language is None:
            raise LookupError("this task names no language model")
        self._task, self._model = task, task.language
        rules = guided_by(task.instructions)
        items = items_in(given)
        self._attached = tuple(rules.admitted([i for i in items if not is_earlier(i)], task.moment))
        self._records = FetchedRecords(
            task.moment,
            task.currency,
            (lambda found: rules.admitted(found, task.moment)) if task.instructions else None,
        )
        self._records.give(self._attached)
        self._items: dict[str, Item] = {item.id: item for item in self._attached}
        self._system = system_text(task)
        self._tools = offered.specs(self._sources(), self._model.context_window, task.output_schema)
        fixed = [self._system, *(orjson.dumps(spec.schema).decode() for spec in self._tools)]
        self._transcript = Transcript(
            opening_messages(task, self._attached, [i for i in items if is_earlier(i)]),
            room(self._model.context_window, self._model.max_tokens, fixed),
        )
        self._replies: list[Told] = []
        self._reads: list[list[QueryResult]] = []
        self._waiting: list[tuple[ToolCall, Call]] = []
        """Steps that the model has called and that are not done yet."""
        self._outputs: list[Output] = []
        self._outcomes: dict[str, Outcome] = {}
        self._descriptions: dict[str, str] = {}
        self._reminded: set[str] = set()
        """What the model was told once: the second time, or the second in a row, ends the run."""
        self._stop: Stop | None = None
        self._ending: Ending | None = None

    def _sources(self) -> tuple[Source, ...]:
        """The sources whose tools are offered; a file may hold records of each."""
        found = SOURCES if self._task.files else self._task.read_sources
        return cast(tuple[Source, ...], tuple(found))

    # The loop asks -------------------------------------------------------------------------

    def next(self) -> Turn | Ask | None:
        """Every source once behind the first reply, then what its calls need, then the calls."""
        if self._ending is not None and self._first_reads_done:
            return None
        if self._replies and not self._first_reads_done:
            return Turn(reads=tuple(self._wanted(self._task.read_sources)))
        if self._waiting:
            needed = {read.source for _, call in self._waiting for read in self._missing(call)}
            if needed:
                order = (source for source in self._task.read_sources if source in needed)
                return Turn(reads=tuple(self._wanted(order)))
            return Turn(calls=(self._waiting[0][1],))
        return Ask(self._request(), self._was_told, self._was_stopped)

    @property
    def _first_reads_done(self) -> bool:
        return not self._task.read_sources or bool(self._reads)

    def _wanted(self, sources: Iterable[str]) -> Iterable[Read]:
        missing = [read for _, call in self._waiting for read in self._missing(call)]
        for source in sources:
            queries = (query_of(read) for read in missing if read.source == source)
            yield Read(source, tuple(dict.fromkeys(queries)))

    def _missing(self, call: Call) -> list[Any]:
        """What a call needs that was not read yet and may be read."""
        return [
            read
            for read in calling.reads_of(call)
            if read.source in self._task.read_sources and not self._records.has(query_of(read))
        ]

    def was_read(self, read: Read, found: ReadResult) -> int:
        """A read was done."""
        queries = zip(read.queries, found.queries, strict=True)
        taken = [self._records.take(query, each) for query, each in queries]
        self._reads.append(taken)
        self._items = {**by_id({}, [taken]), **self._items}
        return counted(taken)

    def perform(self, call: Call) -> Output:
        """Call one tool."""
        return calling.perform(call, self._records)

    def was_done(self, call: Call, output: Output) -> None:
        """A step was done: the model sees what it gave."""
        asked = self._waiting.pop(0)[0]
        self._outputs.append(output)
        name = f"r{len(self._outputs)}"
        result = calling.result_of(call, output)
        if result is None:
            self._reply_to(asked, material.error_text(str(output.private["error"])))
            return
        self._records.results[name] = result
        arguments = parse_call(call.tool, call.arguments)[1]
        self._outcomes[name] = Outcome(call.tool, arguments, result)
        self._descriptions[name] = call.description
        self._reply_to(
            asked,
            material.result_text(name, call.description, result),
            material.folded(name, call.description),
        )

    # The model is asked --------------------------------------------------------------------

    def _request(self) -> ModelRequest:
        tools, choice = self._tools, "auto"
        if self._is_last:
            tools, choice = offered.last(tools), "any"
        model = self._model
        return ModelRequest(
            model=model.model,
            system=self._system,
            messages=self._transcript.messages(),
            tools=tools,
            choice="any" if choice == "any" else "auto",
            max_tokens=model.max_tokens,
            temperature=model.temperature,
            seed=model.seed,
            effort=model.effort,
            context_window=model.context_window,
            weights=model.weights,
            replies=model.replies,
        )

    @property
    def _is_last(self) -> bool:
        """Whether the next reply is the last that there can be."""
        return len(self._replies) + 1 >= self._task.max_steps + FREE_TURNS

    @property
    def _is_over(self) -> bool:
        return len(self._replies) >= self._task.max_steps + FREE_TURNS

    def _was_stopped(self, reason: Stop) -> None:
        self._stop = reason
        self._ending = stopped(reason, self._found())

    def _was_told(self, told: Told) -> None:
        self._replies.append(told)
        if told.failure:
            self._has_failed(told.failure)
        else:
            self._reminded -= _IN_A_ROW
            self._transcript.add(Message("assistant", told.text, told.calls))
            self._take_in(told)
        if self._is_over and self._ending is None and not self._waiting:
            self._ending = stopped("turns", self._found())
        elif self._is_last and self._ending is None and "last" not in self._reminded:
            self._reminded.add("last")
            self._say(_NOW)

    def _has_failed(self, failure: str) -> None:
        if failure == "refused":
            self._ending = stopped("refused", self._found())
        elif failure == "too_long" and self._once("too_long") and self._transcript.make_room():
            return
        elif failure == "truncated" and self._once("truncated"):
            self._say(_CUT_OFF)
        elif failure in ("malformed", "empty") and self._once("malformed"):
            self._say(_UNREADABLE)
        else:
            self._ending = stopped(failure, self._found())

    def _once(self, about: str) -> bool:
        """Whether this is the first time."""
        is_first = about not in self._reminded
        self._reminded.add(about)
        return is_first

    def _say(self, text: str) -> None:
        self._transcript.add(Message("user", text))

    def _reply_to(self, asked: ToolCall, text: str, short: str = "") -> None:
        self._transcript.add(Message("tool", text, call_id=asked.id), short)

    # What it says --------------------------------------------------------------------------

    def _take_in(self, told: Told) -> None:
        if not told.calls:
            self._take_text(told.text)
            return
        for n, asked in enumerate(told.calls):
            if n >= MOST_CALLS:
                self._reply_to(asked, material.error_text("These are too many calls at once."))
                continue
            try:
                self._take_call(asked, is_alone=len(told.calls) == 1)
            except InvalidCall as invalid:
                self._reply_to(asked, material.error_text(str(invalid)))

    def _take_text(self, text: str) -> None:
        """An answer without the tool: asked for once more, then taken as the model's own words."""
        if self._once("text") and not self._is_over:
            self._say(_BY_TOOL)
            return
        pieces = [text[at : at + LONGEST_TEXT] for at in range(0, len(text), LONGEST_TEXT)]
        parts = tuple(Text(type="text", text=piece) for piece in pieces[:MOST_PARTS] if piece)
        if parts:
            self._ending = of_answer(self._check(Answer(parts=parts)))
        else:
            self._ending = stopped("empty", self._found())

    def _take_call(self, asked: ToolCall, *, is_alone: bool) -> None:
        own = {offered.PLAN: self._take_plan, offered.READ: self._take_read}
        if asked.name in own:
            own[asked.name](asked)
        elif asked.name in (offered.ANSWER, *offered.ENDINGS):
            if not is_alone and self._waiting:
                raise InvalidCall(_ALONE)
            self._take_end(asked)
        else:
            self._take_step(asked)

    def _take_plan(self, asked: ToolCall) -> None:
        if offered.planned(asked.arguments) is None:
            raise InvalidCall("`steps` must be a list of short texts.")
        self._reply_to(asked, orjson.dumps({"noted": True}).decode())

    def _take_read(self, asked: ToolCall) -> None:
        try:
            page = offered.Page.model_validate_json(asked.arguments or "{}")
        except ValidationError:
            raise InvalidCall("`result` must name a result, such as `r1`.") from None
        name = page.result
        if name not in self._outcomes:
            raise InvalidCall(f"There is no result {name}.")
        description, result = self._descriptions[name], self._outcomes[name].result
        text = material.result_text(name, description, result, page.start)
        self._reply_to(asked, text, material.folded(name, description))

    def _take_step(self, asked: ToolCall) -> None:
        tool, arguments = parse_call(asked.name, asked.arguments)
        if all(tool.name != spec.name for spec in self._tools):
            raise InvalidCall(f"This run may not use {tool.name}.")
        offered.refuse_withheld(tool.name, arguments)
        call = Call(tool.name, arguments.model_dump(mode="json"), tool.describe(arguments))
        if not tool.is_step:
            result = tool.run(arguments, self._records)
            self._reply_to(asked, material.result_text("", call.description, result))
            return
        if len(self._outputs) + len(self._waiting) >= self._task.max_steps:
            raise InvalidCall(_NO_STEPS)
        self._waiting.append((asked, call))

    def _take_end(self, asked: ToolCall) -> None:
        if asked.name in offered.ENDINGS:
            tool, arguments = parse_call(asked.name, asked.arguments)
            self._ending = of_tool(tool.run(arguments, self._records))
            return
        if self._task.output_schema is not None:
            output = structured.read(asked.arguments, self._task.output_schema)
            leaves = structured.leaves(output, self._task.output_schema, self._evidence())
            self._ending = of_output(output, leaves)
            return
        try:
            answer = Answer.model_validate_json(asked.arguments)
        except ValidationError as error:
            raise InvalidCall(_what_is_wrong(error)) from None
        checked = self._check(answer)
        if checked.problems and self._once("unsupported") and not self._is_over:
            found = [problem.sentence for problem in checked.problems[:MOST_PROBLEMS]]
            self._reply_to(asked, orjson.dumps({"error": _CORRECT, "problems": found}).decode())
            return
        self._ending = of_answer(checked)

    # What it rests on ----------------------------------------------------------------------

    def _check(self, answer: Answer) -> Checked:
        return check(answer, self._evidence())

    def _evidence(self) -> Evidence:
        named: dict[str, None] = {}
        for outcome in self._outcomes.values():
            named.update(dict.fromkeys(outcome.result.items))
            named.update(dict.fromkeys(row.id for row in outcome.result.rows))
        records = {each: _text_of(self._items[each]) for each in named if each in self._items}
        return Evidence(
            results=self._outcomes,
            records=records,
            today=self._records.today,
            zone=self._records.zone,
        )

    def _found(self) -> list[plain.Outcome]:
        return [
            plain.Outcome(self._descriptions[name], outcome.result)
            for name, outcome in self._outcomes.items()
        ]

    def close(self) -> Closing:
        """The answer as it was checked."""
        ending = self._ending or stopped("turns", self._found())
        used = [self._items[each] for each in ending.items if each in self._items]
        useful = sum(1 for output in self._outputs if "result" in output.private)
        return Closing(
            summary=ending.summary,
            parts=ending.parts,
            answered=ending.answered,
            artifacts=tuple(calling.files_of(self._outputs)),
            inputs=inputs.remember(self._reads, self._attached, self._replies, self._stop),
            weighed=Weighed(ending.kept + ending.marked, ending.kept, useful),
            cited=rows_of(used) if used else b"",
        )


def _text_of(item: Item) -> RecordText:
    facts = parse_facts(item.facts) if item.facts else None
    return RecordText(item.text, facts, item.title)


def _what_is_wrong(error: ValidationError) -> str:
    first = error.errors(include_url=False)[:3]
    told = (f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in first)
    return "The answer is malformed. " + "; ".join(told)
