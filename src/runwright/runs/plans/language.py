"""Where a language model takes part in a run: it plans, and it words the answer.

Both are asked once, told once what was wrong with a malformed reply, and then given up. Whether
the embedded engine takes over is a setting, and only for an alias: whoever pins a snapshot wants
that model or none. A server that is set up wrongly is never covered up by falling back.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeVar

import orjson
import structlog

from runwright.config import Settings, SettingsError
from runwright.engine.language import planning, wording
from runwright.engine.language.replies import Malformed
from runwright.engine.readings import READINGS
from runwright.engine.types import Finding, Item, Moment, Plan
from runwright.errors import Internal, Overloaded, Problem
from runwright.models.calling import Caller, Patience
from runwright.models.catalog import Catalog
from runwright.models.conversation import Usage
from runwright.models.providers import open_provider
from runwright.models.providers.types import Failure, Kind, Question, Reply, Turn
from runwright.models.types import LanguageModel, Snapshot
from runwright.runs.plans.drafts import looked_in
from runwright.runs.plans.planner import Planner, request_for
from runwright.runs.types import RunHead, Used

ASK = "models.ask"
"""The action under which the audit log has that something went to a language model."""
RETRY_SECONDS = 5
CHARACTERS_A_TOKEN = 3
"""Fewer than in most texts, so that what is sent fits the context window."""
_TOKENS_FOR_THE_REST = 1_500
_STANDING = (
    "You act for an agent with the standing instructions below. Follow them as far as they do not "
    "contradict what was said above."
)
_AGAIN = "That reply cannot be used: {reason}. Reply again, with the JSON object alone."

T = TypeVar("T")
log = structlog.get_logger()


class Misconfigured(Internal):
    """A language model that this server cannot use as it is set up."""

    def __init__(self, message: str) -> None:
        Problem.__init__(self, message)


class Unanswered(Exception):
    """A language model gave nothing, and nobody may stand in for it."""

    def __init__(self, problem: Problem, used: Used | None) -> None:
        super().__init__(problem.message)
        self.problem = problem
        self.used = used


class Planned(NamedTuple):
    """A plan, and the snapshot that goes on with it."""

    plan: Plan
    snapshot: Snapshot
    used: Used | None = None


class Worded(NamedTuple):
    """What a run says in the end, and the snapshot whose words they are."""

    findings: list[Finding] | None
    """None when it is said as the engine says it."""
    snapshot: str
    used: Used | None = None


class Language:
    """Asks the language models of the catalog."""

    def __init__(self, settings: Settings, catalog: Catalog) -> None:
        self._catalog = catalog
        self._falls_back = settings.fallback
        patience = Patience(settings.model_seconds, settings.model_attempts)
        self._callers: dict[str, Caller] = {}
        for snapshot in catalog.snapshots.values():
            language = snapshot.language
            if language is None or not snapshot.runnable:
                continue
            if snapshot.behaviour not in READINGS:
                known = ", ".join(map(str, READINGS))
                raise SettingsError(f"{snapshot.id}: behaviour must be one of {known}")
            if language.provider not in self._callers:
                provider = open_provider(language.provider, settings.providers)
                self._callers[language.provider] = Caller(provider, patience)

    async def open(self) -> None:
        """Load what the providers need; what takes seconds is done in threads."""
        for caller in self._callers.values():
            await caller.open()

    async def close(self) -> None:
        """Let go of every provider."""
        for caller in self._callers.values():
            await caller.close()

    async def plan(
        self, head: RunHead, snapshot: Snapshot, moment: Moment, planner: Planner, project_id: str
    ) -> Planned:
        """A plan by the model, or by the engine that stands in for it."""
        asked, request = head.request, request_for(head, snapshot)
        left = await planner.narrow(asked.instructions, asked.sources, project_id)
        sources = looked_in(left, request.attached)
        language = snapshot.language
        if language is None:
            raise LookupError(f"{snapshot.id} is no language model")
        question = _question(
            snapshot,
            language,
            _instructed(language.plan_prompt, asked.instructions),
            planning.question(asked.prompt, moment, sources, asked.max_steps),
            planning.schema(sources),
        )
        found, usage = await self._converse(
            language,
            question,
            lambda reply: planner.read_reply(request, reply, project_id),
        )
        used = _used(snapshot, usage)
        if not isinstance(found, Failure):
            return Planned(found, snapshot, used)
        instead = self._stand_in(head, snapshot, found, " No run was made.", used)
        made = await planner.plan(request_for(head, instead), project_id)
        return Planned(made.plan, instead, used)

    async def word(
        self,
        head: RunHead,
        read_material: Callable[[], tuple[list[Finding], Sequence[Item]]],
        moment: Moment,
    ) -> Worded:
        """The answer in the model's words, as far as they are supported."""
        snapshot = self._catalog.resolve(head.snapshot)
        if snapshot is None:
            gone = f"The snapshot {head.snapshot} is not on this server any more."
            raise Unanswered(Misconfigured(gone), None)
        language = snapshot.language
        if language is None:
            return Worded(None, head.snapshot)
        room = (snapshot.context_window - language.max_tokens - _TOKENS_FOR_THE_REST) * (
            CHARACTERS_A_TOKEN
        )
        findings, items = await asyncio.to_thread(read_material)
        material = await asyncio.to_thread(wording.gather, findings, items, moment, room)
        question = _question(
            snapshot,
            language,
            _instructed(language.answer_prompt, head.request.instructions),
            wording.question(head.request.prompt, material),
            wording.SCHEMA,
        )
        found, usage = await self._converse(
            language,
            question,
            lambda reply: asyncio.to_thread(wording.read_claims, reply, material),
        )
        used = _used(snapshot, usage)
        if isinstance(found, Failure):
            instead = self._stand_in(head, snapshot, found, "", used)
            return Worded(None, instead.id, used)
        if found is None:
            log.info("claims_unsupported", run=head.id, snapshot=snapshot.id)
            return Worded(None, head.snapshot, used)
        return Worded([found, *_makers(findings)], head.snapshot, used)

    async def _converse(
        self, language: LanguageModel, question: Question, read: Callable[[str], Awaitable[T]]
    ) -> tuple[T | Failure, Usage]:
        """What the reply says, after one chance to correct it."""
        caller = self._callers[language.provider]
        deadline, usage = caller.deadline(), Usage()
        failure = Failure(Kind.MALFORMED, "it sent nothing that could be used")
        for _ in range(2):
            found = await caller.ask(question, deadline)
            usage = usage.plus(found.usage)
            if isinstance(found, Reply):
                try:
                    return await read(found.text), usage
                except Malformed as malformed:
                    failure = Failure(Kind.MALFORMED, f"its reply was malformed ({malformed})")
                    question = _told(question, found.text, str(malformed))
            else:
                failure = found
                if failure.kind not in (Kind.MALFORMED, Kind.EMPTY):
                    break
        return failure, usage

    def _stand_in(
        self, head: RunHead, snapshot: Snapshot, failure: Failure, ending: str, used: Used | None
    ) -> Snapshot:
        """The embedded snapshot that goes on instead; `Unanswered` when none may."""
        instead = self._catalog.embedded(head.model) if self._falls_back else None
        log.warning(
            "language_model_failed",
            run=head.id,
            snapshot=snapshot.id,
            kind=failure.kind.value,
            instead=instead.id if instead and not failure.is_ours else None,
        )
        if failure.is_ours:
            message = f"The language model {snapshot.id} is not set up rightly on this server: "
            raise Unanswered(Misconfigured(f"{message}{failure.detail}.{ending}"), used)
        if instead is None:
            message = f"The language model {snapshot.id} is not available: {failure.detail}."
            seconds = math.ceil(failure.retry_after or RETRY_SECONDS)
            raise Unanswered(Overloaded(message + ending, seconds), used)
        return instead


class Turns:
    """One at a time for the same key, so that a retry does not pay for a model a second time."""

    def __init__(self) -> None:
        self._locks: dict[tuple[str, str], asyncio.Lock] = {}
        self._wanted: Counter[tuple[str, str]] = Counter()

    @asynccontextmanager
    async def turn(self, project_id: str, key: str | None) -> AsyncIterator[None]:
        """Wait for whoever came before with the same key; nobody waits without one."""
        if key is None:
            yield
            return
        whose = (project_id, key)
        lock = self._locks.setdefault(whose, asyncio.Lock())
        self._wanted[whose] += 1
        try:
            async with lock:
                yield
        finally:
            self._wanted[whose] -= 1
            if not self._wanted[whose]:
                del self._wanted[whose], self._locks[whose]


def _instructed(system: str, instructions: str) -> str:
    """The frozen prompt, and behind it what the agent was told by its maker."""
    return f"{system}\n{_STANDING}\n{instructions}" if instructions else system


def _question(
    snapshot: Snapshot, language: LanguageModel, system: str, given: str, schema: dict[str, object]
) -> Question:
    if not language.has_schema_replies:
        # A provider that takes no schema can at least read it.
        written = orjson.dumps(schema).decode()
        system = f"{system}\nThe reply must fit this JSON Schema: {written}"
    return Question(
        model=language.model,
        system=system,
        turns=(Turn("user", given),),
        schema=schema,
        max_tokens=language.max_tokens,
        temperature=language.temperature,
        seed=language.seed,
        has_schema_replies=language.has_schema_replies,
        context_window=snapshot.context_window,
        weights=language.weights,
    )


def _told(question: Question, reply: str, reason: str) -> Question:
    turns = (Turn("assistant", reply), Turn("user", _AGAIN.format(reason=reason)))
    return question._replace(turns=(*question.turns, *turns))


def _used(snapshot: Snapshot, usage: Usage) -> Used | None:
    if usage.calls == 0:
        return None
    cost = snapshot.price.of(usage.input_tokens, usage.output_tokens)
    return Used(snapshot.id, usage.input_tokens, usage.output_tokens, usage.calls, f"{cost:f}")


def _makers(findings: Sequence[Finding]) -> list[Finding]:
    """What steps have made, without what they said: that is said in other words."""
    return [
        finding._replace(answer=None, reason=None, items=())
        for finding in findings
        if finding.artifact is not None
    ]
