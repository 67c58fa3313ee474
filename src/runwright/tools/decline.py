"""`decline`: ends a run without an answer, for a reason that has a name."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from runwright.tools import base
from runwright.tools.base import Records, Tool

Reason = Literal[
    "needs_language_model",
    "changes_something",
    "not_in_records",
    "not_permitted",
    "out_of_scope",
    "unclear",
]
_WORDING: dict[Reason, str] = {
    "needs_language_model": "needs a language model",
    "changes_something": "would change something",
    "not_in_records": "not in the records",
    "not_permitted": "not permitted",
    "out_of_scope": "out of scope",
    "unclear": "unclear",
}
Words = Annotated[str, Field(min_length=1, max_length=200)]


class Arguments(base.Arguments):
    """Why there is no answer."""

    reason: Reason = Field(
        description=(
            "`needs_language_model`: the task asks for new text, such as a draft or a translation. "
            "`changes_something`: it asks to book, pay, send or delete. "
            "`not_in_records`: the records were looked through, and have nothing about it. "
            "`not_permitted`: the key may not read what it needs. "
            "`out_of_scope`: it is not about the person's records. "
            "`unclear`: it cannot be understood."
        )
    )
    looked_for: tuple[Words, ...] = Field(
        default=(),
        max_length=10,
        description="What was looked for, one entry a thing, such as `warranty of the dishwasher`.",
    )

    @model_validator(mode="after")
    def _names_what_is_missing(self) -> Arguments:
        if self.reason == "not_in_records" and not self.looked_for:
            raise ValueError("`looked_for` must name what is not in the records")
        return self


class Result(base.Result):
    """The reason, as it was given."""

    reason: Reason = Field(description="Why there is no answer.")
    looked_for: tuple[str, ...] = Field(default=(), description="What was looked for.")


def run(arguments: Arguments, _records: Records) -> Result:
    """The reason as a result."""
    return Result(reason=arguments.reason, looked_for=arguments.looked_for)


def describe(arguments: Arguments) -> str:
    """`no answer: not in the records (warranty of the dishwasher)`."""
    looked_for = f" ({', '.join(arguments.looked_for)})" if arguments.looked_for else ""
    return f"no answer: {_WORDING[arguments.reason]}{looked_for}"


TOOL = Tool(
    name="decline",
    description=(
        "Ends the run without an answer and says why. "
        "Look through the records before you say that they have nothing."
    ),
    arguments=Arguments,
    result=Result,
    run=run,
    describe=describe,
    is_step=False,
)
