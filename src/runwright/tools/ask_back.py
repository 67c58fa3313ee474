"""`ask_back`: ends a run with a question, when the task can be read in several ways."""

from __future__ import annotations

from pydantic import Field, field_validator

from runwright.tools import base
from runwright.tools.base import Records, Tool, Value


class Choice(Value):
    """One answer that the person can give."""

    label: str = Field(
        min_length=1, max_length=100, description="The answer in a few words: `Only the card`."
    )
    reading: str = Field(
        min_length=1,
        max_length=300,
        description=(
            "The task as it is then understood, complete in itself: "
            "`Sum of all purchases by card in October 2026`."
        ),
    )


class Arguments(base.Arguments):
    """The question and its choices."""

    question: str = Field(
        min_length=1,
        max_length=300,
        description="One short question: `Do you mean the card or all accounts?`",
    )
    choices: tuple[Choice, ...] = Field(
        min_length=2, max_length=5, description="The possible answers, the likeliest first."
    )

    @field_validator("choices")
    @classmethod
    def _are_distinct(cls, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        for texts in ([each.label for each in choices], [each.reading for each in choices]):
            if len({text.casefold() for text in texts}) < len(texts):
                raise ValueError("must differ in their labels and in their readings")
        return choices


class Result(base.Result):
    """The question, as it was asked."""

    question: str = Field(description="The question.")
    choices: tuple[Choice, ...] = Field(description="The possible answers, the likeliest first.")


def run(arguments: Arguments, _records: Records) -> Result:
    """The question as a result."""
    return Result(question=arguments.question, choices=arguments.choices)


def describe(arguments: Arguments) -> str:
    """The question itself."""
    return arguments.question


TOOL = Tool(
    name="ask_back",
    description=(
        "Ends the run with a question and two to five choices. Use it only when the readings of "
        "the task lead to different answers and nothing tells which one is meant."
    ),
    arguments=Arguments,
    result=Result,
    run=run,
    describe=describe,
    is_step=False,
)
