"""The frozen values and wire shapes of models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from runwright.api.fields import DecimalText, Timestamp
from runwright.api.parsing import Query, QueryList, Shape

LANGUAGE = "language"
"""The mind of those snapshots."""
Status = Literal["available", "preview", "research"]
LANGUAGE_MODEL = "language-model"
"""The mode of snapshots for which a language model plans and words; the others are embedded."""


class Price(NamedTuple):
    """What a million tokens cost, and what a step of the embedded mind does."""

    input: Decimal = Decimal(0)
    output: Decimal = Decimal(0)
    step: Decimal = Decimal(0)
    cached: Decimal | None = None
    """Of input that the provider's cache had; None where it costs as much as other input."""
    cache_write: Decimal | None = None
    """Of input that was written to that cache; the same."""

    def of(
        self,
        input_tokens: int,
        output_tokens: int,
        cached_tokens: int = 0,
        cache_write_tokens: int = 0,
    ) -> Decimal:
        """What so many tokens cost, exactly; cached and written ones are among the input."""
        cached = self.input if self.cached is None else self.cached
        written = self.input if self.cache_write is None else self.cache_write
        plain = input_tokens - cached_tokens - cache_write_tokens
        given = self.input * plain + cached * cached_tokens + written * cache_write_tokens
        return (given + self.output * output_tokens) / 1_000_000


FREE = Price()


class LanguageModel(NamedTuple):
    """Who is asked, and how: part of what a snapshot freezes."""

    provider: str
    model: str
    """The provider's own id for it, or the name of a file of weights."""
    weights: str | None
    """The SHA-256 of that file."""
    system: str
    replies: Literal["tools", "json"]
    max_tokens: int
    temperature: float | None
    seed: int | None
    effort: str | None
    sees: bool
    """Whether it is shown pictures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deprecation:
    """That a model will go, when, and what to use instead."""

    announced_at: str
    retires_at: str
    replacement: str
    message: str


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """A dated model: what it computes is frozen for ever, and worked out once for all runs."""

    id: str
    family: str
    status: Status
    runnable: bool
    """Whether a run may name it."""
    context_window: int
    max_steps_ceiling: int
    frozen: Mapping[str, Any]
    """What answers depend on: provider, mode, prompts, sampling, behaviour."""
    benchmarks: Mapping[str, float]
    deprecation: Deprecation | None
    price: Price = FREE
    """It may change, and what was paid stays as it was."""

    @cached_property
    def language(self) -> LanguageModel | None:
        """The language model that plans and words; None when the embedded mind does it alone."""
        frozen = self.frozen
        if frozen["mode"] != LANGUAGE_MODEL:
            return None
        sampling = frozen["sampling"]
        temperature = sampling["temperature"]
        return LanguageModel(
            provider=frozen["provider"],
            model=frozen["model"],
            weights=frozen["weights"],
            system=frozen["prompts"]["system"],
            replies=frozen["replies"],
            max_tokens=sampling["max_tokens"],
            temperature=None if temperature is None else float(temperature),
            seed=sampling["seed"],
            effort=sampling["effort"],
            sees=frozen["sees"],
        )

    @cached_property
    def is_synchronous(self) -> bool:
        """Whether a run on it is complete when its creation answers."""
        return bool(self.frozen["mode"] == "single-pass")

    @cached_property
    def is_deep(self) -> bool:
        """Whether a run on it may read again, and checks its own answer."""
        return self.frozen["mode"] in ("multi-hop", LANGUAGE_MODEL)

    @cached_property
    def mind(self) -> str:
        """Which mind thinks for its runs; see `minds.opening`."""
        if self.frozen["mode"] == LANGUAGE_MODEL:
            return LANGUAGE
        return str(self.frozen.get("mind", "embedded"))


class DeprecationShape(Shape):
    """When a model is retired, and what replaces it."""

    announced_at: Timestamp
    """When the deprecation was announced."""
    retires_at: Timestamp
    """When the model stops working."""
    replacement: str
    """The model to use instead."""
    message: str
    """What changes."""


class ModelItem(Shape):
    """A model."""

    id: str
    """The name of the model."""
    family: str
    """The family it belongs to."""
    status: Status
    """How mature it is."""
    alias_of: str | None = None
    """The snapshot that an alias points to. Absent on snapshots."""
    snapshot: bool | None = None
    """`true` on a dated snapshot. Absent on aliases."""


class ModelList(Shape):
    """The models."""

    object: Literal["list"]
    data: list[ModelItem]
    """Every model."""


class PriceShape(Shape):
    """The price per million tokens, and per step."""

    currency: str
    """The currency of all amounts."""
    input: DecimalText
    """Per million input tokens."""
    output: DecimalText
    """Per million output tokens."""
    cached: DecimalText | None
    """Per million input tokens read from the provider's cache; `null` if the same as `input`."""
    cache_write: DecimalText | None
    """Per million input tokens written to that cache; `null` if the same as `input`."""
    step: DecimalText
    """Per step."""


class OriginShape(Shape):
    """Who answers for a model, and at what price."""

    snapshot: str
    """The snapshot that answers now."""
    kind: Literal["embedded", "language-model"]
    """Whether the embedded mind or a language model answers."""
    provider: str
    """The provider, as named in the manifest."""
    provider_model: str | None
    """The provider's own name for the model."""
    host: str | None
    """The host that requests go to; `null` if nothing leaves the server."""
    prompts: str | None
    """The version of the prompts."""
    price: PriceShape
    """What it costs."""


class ModelDetail(Shape):
    """A model with its limits and scores."""

    id: str
    """The name of the model."""
    object: Literal["model"]
    family: str
    """The family it belongs to."""
    status: Status
    """How mature it is."""
    context_window: int
    """How many tokens it can take in."""
    max_steps_ceiling: int
    """The most that `max_steps` can be."""
    benchmarks: dict[str, float]
    """Scores by benchmark."""
    deprecation: DeprecationShape | None
    """When it goes and what replaces it; `null` if it stays."""
    origin: OriginShape | None = None
    """Who answers for it, where, and at what price. Only with `expand=origin`."""


class DetailQuery(Query):
    """What is shown of a model beyond the contract's shape."""

    repeats = frozenset({"expand"})

    expand: Annotated[list[Literal["origin"]], QueryList, Field(default=())]
    """`origin` adds who answers for the model, where, and at what price."""


class ModelQuery(Query):
    """Filters of the list."""

    family: str | None = None
    """Only models of this family."""
    status: Status | None = None
    """Only models with this status."""
