"""The one loop of every run: read what its mind asks for, do its steps, keep each, and answer.

`advance` is the walk itself. It is pure, so that it can be done in a computing process: told what
was read and what the steps gave so far, it goes on as far as that leads. `execute` drives it; who
drives it is a `Host`: a request, a worker, a replay, an evaluation. A run that was interrupted goes
on by being told what its journal says. This module loads no more than computing needs.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple, Protocol
from zoneinfo import ZoneInfo

import orjson

from runwright.context.types import Gathering
from runwright.jobs.messages import Reply
from runwright.minds import kept_reads, values
from runwright.minds.blobs import NOTHING
from runwright.minds.kept_reads import ReadKey
from runwright.minds.opening import open_mind
from runwright.minds.reading import ReadResult
from runwright.minds.types import (
    Ask,
    Call,
    Closing,
    LanguageModel,
    Mind,
    Output,
    Read,
    Stop,
    Task,
    Told,
    Turn,
    told_from,
    told_to_json,
)
from runwright.minds.values import Artifact, Moment, Weighed
from runwright.models.conversation import ModelRequest, request_from, request_to_json

ADVANCE = f"{__name__}:advance_there"
FORGET = f"{__name__}:forget_there"
ALL = 1_000
"""More steps than a run can have."""


class Done(NamedTuple):
    """A step that was done just now."""

    call: Call
    output: Output
    wall_us: int = 0
    cpu_us: int = 0


class Ahead(NamedTuple):
    """How far a run came."""

    counts: Sequence[int]
    """How many records of each read the run may see, of all reads that it was given."""
    done: Sequence[Done]
    wanted: Sequence[Read] = ()
    """What is to be read before it can go on."""
    asked: ModelRequest | None = None
    """What a language model is to be asked before it can go on."""
    closing: Closing | None = None
    """What it says in the end, if it has come there."""


class Host(Protocol):
    """Where a run is executed: who computes, fetches and keeps for it."""

    async def advance(self) -> Ahead:
        """Go on with what was read and done so far."""

    async def keep(self, ahead: Ahead) -> None:
        """Keep what was done: it is not done again."""

    async def fetch(self, reads: Sequence[Read]) -> None:
        """Read, under grants, what the run wants to see."""

    async def ask(self, request: ModelRequest) -> None:
        """Ask the run's language model, and keep what came of it."""


async def execute(host: Host) -> Closing:
    """Bring a run to its answer."""
    while True:
        ahead = await host.advance()
        await host.keep(ahead)
        if ahead.closing is not None:
            return ahead.closing
        if ahead.asked is not None:
            await host.ask(ahead.asked)
        else:
            await host.fetch(ahead.wanted)


# The walk --------------------------------------------------------------------------------------


class Journal(NamedTuple):
    """What a run was given, and what it has read and done so far."""

    given: bytes = NOTHING
    """What came with the request: attached files, the result of another run."""
    reads: Sequence[bytes] = ()
    outputs: Sequence[Output] = ()
    replies: Sequence[Told] = ()
    """What its language model was asked for and gave."""
    stop: Stop | None = None
    """Why that model cannot be asked any more."""


def begin(task: Task) -> Ahead:
    """What a run that looks in sources reads first: that takes no time, whatever it was given."""
    return Walk(task, Journal()).go(most=0)


def advance(
    task: Task, journal: Journal, most: int = ALL, reads: Sequence[ReadResult] | None = None
) -> Ahead:
    """Go on from the journal, doing at most so many steps; `reads` are its reads, if they were
    decoded before."""
    walk = Walk(task, journal)
    walk.take(map(ReadResult, journal.reads) if reads is None else reads)
    return walk.go(most)


class Walk:
    """One mind on its way. What it wants to read can be handed to it where it has stopped for it,
    instead of going all the way again."""

    def __init__(self, task: Task, journal: Journal) -> None:
        self._mind: Mind = open_mind(task, journal.given)
        self._turn: Turn | None = None
        """The turn in which it has stopped."""
        self._reads: Iterator[ReadResult] = iter(())
        self._outputs = iter(journal.outputs)
        self._replies = iter(journal.replies)
        self._stop = journal.stop
        self._notice = task.notice
        self._counts: list[int] = []
        self._done: list[Done] = []

    def take(self, reads: Iterable[ReadResult]) -> None:
        """Hand over all that was read so far: those that it has seen already are skipped."""
        self._reads = islice(reads, len(self._counts), None)

    def go(self, most: int = ALL) -> Ahead:
        """Go on as far as it leads, doing at most so many steps."""
        while (turn := self._turn or self._mind.next()) is not None:
            self._turn = None
            if isinstance(turn, Ask):
                if not self._told(turn):
                    return Ahead(self._counts, self._done, asked=turn.request)
                continue
            if missing := self._read(turn.reads):
                self._turn = turn._replace(reads=missing)
                return Ahead(self._counts, self._done, wanted=missing)
            for call in turn.calls:
                if (output := next(self._outputs, None)) is not None:
                    self._mind.was_done(call, output)
                elif len(self._done) < most:
                    self._do(call)
                else:
                    return Ahead(self._counts, self._done)
        return Ahead(self._counts, self._done, closing=self._close())

    def _close(self) -> Closing:
        closing, notice = self._mind.close(), self._notice
        if not notice:
            return closing
        part = {"type": "note", "text": notice}
        return closing._replace(
            summary=f"{closing.summary}\n\n{notice}", parts=(*closing.parts, part)
        )

    def _told(self, ask: Ask) -> bool:
        """Hand over what a language model has replied; False when it is yet to be asked."""
        told = next(self._replies, None)
        if told is not None:
            ask.tell(told)
        elif self._stop is not None:
            ask.stop(self._stop)
        else:
            return False
        return True

    def _read(self, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Take in what was read; what is still missing."""
        for n, read in enumerate(reads):
            found = next(self._reads, None)
            if found is None:
                return reads[n:]
            self._counts.append(self._mind.was_read(read, found))
        return ()

    def _do(self, call: Call) -> None:
        wall, cpu = time.perf_counter_ns(), time.thread_time_ns()
        found = self._mind.perform(call)
        step: dict[str, Any] = {
            "tool": call.tool,
            "arguments": call.arguments,
            "description": call.description,
            **found.step,
        }
        output = Output(step, found.private)
        self._mind.was_done(call, output)
        cpu_us = (time.thread_time_ns() - cpu) // 1000
        self._done.append(Done(call, output, (time.perf_counter_ns() - wall) // 1000, cpu_us))


# To a computing process and back ---------------------------------------------------------------


def to_json(
    task: Task,
    journal: Journal,
    most: int,
    keys: Sequence[ReadKey | None] = (),
    *,
    is_whole: bool = False,
    stays: bool = False,
) -> dict[str, Any]:
    """What `advance_there` is given beside the blobs.

    `keys` are of reads that it keeps. A run that is kept whole, or not at all, needs nothing of
    its steps for later when it has come to its end; one that `stays` may wait there where it has
    stopped to read, and goes on from there.
    """
    return {
        "is_whole": is_whole,
        "stays": stays,
        "keys": [key and tuple(key) for key in keys] or [None] * len(journal.reads),
        "task": task_to_json(task),
        "outputs": [tuple(output) for output in journal.outputs],
        "replies": list(map(told_to_json, journal.replies)),
        "stop": journal.stop,
        "most": most,
    }


def task_to_json(task: Task) -> dict[str, Any]:
    return {
        **task._asdict(),
        "language": None if task.language is None else tuple(task.language),
        "plan": values.plan_to_json(task.plan),
        "moment": (task.moment.now.isoformat(), task.moment.zone.key),
    }


def task_from_json(given: dict[str, Any]) -> Task:
    now, zone = given["moment"]
    return Task(
        **{
            **given,
            "plan": values.plan_from_json(given["plan"]),
            "sources": tuple(given["sources"]),
            "files": tuple(given["files"]),
            "language": LanguageModel(*given["language"]) if given["language"] else None,
            "moment": Moment(now=datetime.fromisoformat(now), zone=ZoneInfo(zone)),
        }
    )


def advance_there(given: dict[str, Any], blob: bytes, *reads: bytes) -> Reply:
    """`advance`, values in, values out; None if a read is not kept here that should be."""
    found = kept_reads.decoded(given["keys"], reads)
    if found is None:
        return Reply(None)
    journal = Journal(
        blob,
        (),
        [Output(*each) for each in given["outputs"]],
        [told_from(each) for each in given["replies"]],
        given["stop"],
    )
    ahead = _gone_on(given, journal, found)
    done = ahead.done
    if given["is_whole"] and ahead.closing is not None:
        done = [each._replace(output=each.output._replace(private={})) for each in done]
    value: dict[str, Any] = {
        "counts": ahead.counts,
        "done": [(tuple(d.call), tuple(d.output), d.wall_us, d.cpu_us) for d in done],
        "wanted": [_read_to_json(read) for read in ahead.wanted],
        "asked": None if ahead.asked is None else request_to_json(ahead.asked),
    }
    if ahead.closing is None:
        return Reply(value)
    closing, *blobs = closing_to_json(ahead.closing)
    return Reply({**value, "closing": closing}, blobs)


_MOST_STOPPED = 4
_STOPPED: OrderedDict[bytes, tuple[Walk, Sequence[ReadResult]]] = OrderedDict()
"""Runs of this process that stopped to read, with the reads that they have seen."""


def _gone_on(given: dict[str, Any], journal: Journal, found: Sequence[ReadResult]) -> Ahead:
    """On from where the run has stopped in this process, if it did; else from its beginning."""
    task, most = task_from_json(given["task"]), given["most"]
    if not given["stays"]:
        return advance(task, journal, most, found)
    key = orjson.dumps([given["task"], given["outputs"], most]) + journal.given
    walk, seen = _STOPPED.pop(key, (None, ()))
    if walk is None or [each.blob for each in seen] != [e.blob for e in found[: len(seen)]]:
        walk = Walk(task, journal)
    walk.take(found)
    ahead = walk.go(most)
    if ahead.wanted:
        _STOPPED[key] = walk, tuple(found)
        while len(_STOPPED) > _MOST_STOPPED:
            _STOPPED.popitem(last=False)
    return ahead


def forget_there(project: str) -> None:
    """Something of a project was erased: no copy of it stays in this process."""
    kept_reads.forget(project)
    _STOPPED.clear()


def ahead_from(reply: Any) -> Ahead:
    """What `advance_there` replied."""
    value, blobs = reply if isinstance(reply, Reply) else (reply, ())
    closing = value.get("closing")
    return Ahead(
        counts=value["counts"],
        done=[
            Done(Call(*call), Output(*output), wall_us, cpu_us)
            for call, output, wall_us, cpu_us in value["done"]
        ],
        wanted=[_read_from(each) for each in value["wanted"]],
        asked=None if value["asked"] is None else request_from(value["asked"]),
        closing=None if closing is None else closing_from_json(closing, blobs),
    )


def _read_to_json(read: Read) -> tuple[str, list[list[tuple[Any, ...]]]]:
    return read.source, [[tuple(gathering) for gathering in query] for query in read.queries]


def _read_from(given: Sequence[Any]) -> Read:
    source, queries = given
    return Read(source, tuple(tuple(map(_gathering_from, query)) for query in queries))


def _gathering_from(values: Sequence[Any]) -> Gathering:
    found = Gathering(*values)
    return found._replace(kinds=tuple(found.kinds), files=tuple(found.files))


def closing_to_json(closing: Closing) -> tuple[dict[str, Any], bytes, bytes]:
    value = {
        **closing._asdict(),
        "artifacts": [artifact._asdict() for artifact in closing.artifacts],
        "weighed": tuple(closing.weighed),
    }
    kept, cited = value.pop("inputs") or b"", value.pop("cited")
    return value, kept, cited


def closing_from_json(value: dict[str, Any], blobs: Sequence[bytes]) -> Closing:
    kept, cited = blobs
    return Closing(
        summary=value["summary"],
        parts=tuple(value["parts"]),
        answered=value["answered"],
        artifacts=tuple(Artifact(**each) for each in value["artifacts"]),
        inputs=kept or None,
        weighed=Weighed(*value["weighed"]),
        cited=cited,
    )


# The journal ------------------------------------------------------------------------------------


def output_to_bytes(output: Output) -> bytes:
    """A step's output as the journal keeps it."""
    return orjson.dumps(tuple(output))


def told_to_bytes(told: Told) -> bytes:
    """What a language model replied, as the journal keeps it."""
    return orjson.dumps(told_to_json(told))


def told_from_bytes(kept: bytes) -> Told:
    return told_from(orjson.loads(kept))


def output_from_bytes(kept: bytes) -> Output:
    return Output(*orjson.loads(kept))
