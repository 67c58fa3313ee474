"""How far a background run has come, in the hands of whoever carries it on."""

from __future__ import annotations

from dataclasses import dataclass, field

import orjson

from runwright import clock
from runwright.engine import codec
from runwright.engine.course import Course
from runwright.engine.types import Item, Moment
from runwright.runs import remote, trace
from runwright.runs.begin import moment_of, task_of
from runwright.runs.types import Claim, Recorded
from runwright.trust.kernel import Grant


@dataclass(slots=True)
class Progress:
    """A claimed run, and how far it has come."""

    claim: Claim
    grant: Grant
    watch: trace.Stopwatch
    moment: Moment
    course: Course
    """Where it goes; what was read it does not hold."""
    deep: bool
    records: list[Recorded]
    attached: bytes = remote.NOTHING
    reads: list[bytes] = field(default_factory=list)
    """What was read, as it was journaled: only computing processes look into it."""

    @classmethod
    def resume(cls, claim: Claim, grant: Grant, deep: bool) -> Progress:
        """What the stored entries say, so that nothing of it is done again."""
        plan = codec.plan_from_json(orjson.loads(claim.plan))
        progress = cls(
            claim=claim,
            grant=grant,
            watch=trace.Stopwatch(clock.parse(claim.head.created_at)),
            moment=moment_of(claim.head),
            course=remote.course_of(task_of(claim.head, plan), deep=deep),
            deep=deep,
            records=list(claim.records),
        )
        for record in claim.records:
            if record.entry["type"] == "context":
                progress.was_read(record.output or remote.NOTHING)
            elif record.entry["type"] == "step":
                finding = orjson.loads(record.output or b"null")
                progress.course.was_found(codec.finding_from_json(finding))
        return progress

    def was_read(self, blob: bytes) -> None:
        """A read was done."""
        self.course.was_read(())
        self.reads.append(blob)

    @property
    def blobs(self) -> list[bytes]:
        """Everything that it was given and has read."""
        return [self.attached, *self.reads]

    @property
    def instructions(self) -> str:
        """Those of the agent that it acts for."""
        return self.claim.head.request.instructions

    def read_items(self) -> tuple[Item, ...]:
        """Everything that it may see, item by item: never on the event loop."""
        return remote.admitted_items(self.instructions, self.moment, self.blobs)
