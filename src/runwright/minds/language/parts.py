"""The typed answer of a language model: the arguments of its tool `answer`.

An answer is a list of parts. What a part claims about the records is a slot (`{r1.total}`), an
expression (`{= r1.total * 12}`) or a quotation, never a figure that the model wrote itself.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from runwright.tools.base import Value
from runwright.tools.json_schemas import schema_of

NAME = "answer"
DESCRIPTION = (
    "Gives the answer and ends the run. Everything that the records say goes into `fact` parts "
    "(slots or a quotation) and `derived` parts (expressions); your own words go into `text`."
)
MOST_PARTS = 60
MOST_ENTRIES = 40
MOST_COLUMNS = 10
LONGEST_FACT = 1_000
LONGEST_TEXT = 8_000
LONGEST_QUOTATION = 2_000
LONGEST_CELL = 300
_ID = Field(default="", max_length=80, description="The id of the record that `quote` stands in.")

Language = Literal["en", "de"]


class Heading(Value):
    """A heading."""

    type: Literal["heading"] = Field(description="Always `heading`.")
    text: str = Field(min_length=1, max_length=200, description="The heading, without `#`.")
    level: int = Field(default=2, ge=1, le=4, description="1 for the largest.")


class Fact(Value):
    """What the records say."""

    type: Literal["fact"] = Field(description="Always `fact`.")
    text: str = Field(
        default="",
        max_length=LONGEST_FACT,
        description=(
            "Markdown in which every figure, day, time and name is a slot: `{r1.total}`, "
            "`{r2.rows[0].title}`. A slot shows a moment as `{r2.rows[0].start:day}`, `:time`, "
            "`:weekday` or `:month`. Name what the call was restricted to and what it left out. "
            "Such as: `You spent {r1.total} on groceries in October 2026.` "
            "A comparison needs a difference, `{r2.units[0].compared.difference} more than in "
            "May`, or the truth that `calculate` gave behind a colon: `more than in May: "
            "{r3.truth}`. With a quotation, only a label or the document: `The lease says:`."
        ),
    )
    quote: str = Field(
        default="",
        max_length=LONGEST_QUOTATION,
        description="A passage of a record, word for word, in whole sentences.",
    )
    record: str = _ID

    @model_validator(mode="after")
    def _says_something(self) -> Fact:
        if not self.text.strip() and not self.quote.strip():
            raise ValueError("needs a text or a quotation")
        return self


class Derived(Value):
    """What follows from results by calculation."""

    type: Literal["derived"] = Field(description="Always `derived`.")
    text: str = Field(
        min_length=1,
        max_length=LONGEST_FACT,
        description=(
            "Markdown with expressions as `calculate` takes them, `{= r1.total * 12}`, and slots. "
            "Figures of your own stand inside the expressions. Such as: `Half of what you spent on "
            "groceries in October 2026 is {= r1.total / 2}.`"
        ),
    )


class Text(Value):
    """The model's own words."""

    type: Literal["text"] = Field(description="Always `text`.")
    text: str = Field(
        min_length=1,
        max_length=LONGEST_TEXT,
        description=(
            "Markdown in your own words: a draft, an explanation, a translation, a proposal, a "
            "cause, a conclusion. It is shown as yours. Slots and expressions are filled here, too."
        ),
    )


Entry = Annotated[Fact | Derived | Text, Field(discriminator="type")]


class List(Value):
    """A list of parts."""

    type: Literal["list"] = Field(description="Always `list`.")
    ordered: bool = Field(default=False, description="Whether the entries are numbered.")
    entries: tuple[Entry, ...] = Field(
        min_length=1, max_length=MOST_ENTRIES, description="The entries, each one a part."
    )


Cell = Annotated[str, Field(max_length=LONGEST_CELL)]


class Table(Value):
    """A table."""

    type: Literal["table"] = Field(description="Always `table`.")
    header: tuple[Cell, ...] = Field(
        min_length=1, max_length=MOST_COLUMNS, description="The names of the columns."
    )
    rows: tuple[Annotated[tuple[Cell, ...], Field(max_length=MOST_COLUMNS)], ...] = Field(
        min_length=1,
        max_length=MOST_ENTRIES,
        description="The rows; each cell is text with slots or expressions. A row is one fact.",
    )

    @model_validator(mode="after")
    def _is_even(self) -> Table:
        if any(len(row) != len(self.header) for row in self.rows):
            raise ValueError("every row must have as many cells as the header")
        return self


Part = Annotated[Heading | Fact | Derived | Text | List | Table, Field(discriminator="type")]


class Answer(Value):
    """The answer."""

    language: Language = Field(
        default="en", description="The language of the answer: forms of figures and days."
    )
    parts: tuple[Part, ...] = Field(
        min_length=1, max_length=MOST_PARTS, description="The parts in the order of the answer."
    )


def schema() -> dict[str, Any]:
    """The JSON Schema of the answer, for the model."""
    plain: dict[str, Any] = _without_discriminators(schema_of(Answer))
    return plain


def _without_discriminators(value: Any) -> Any:
    """`discriminator` names definitions that are gone; providers take `oneOf` as `anyOf`."""
    if isinstance(value, dict):
        return {
            "anyOf" if name == "oneOf" else name: _without_discriminators(each)
            for name, each in value.items()
            if name != "discriminator"
        }
    return [_without_discriminators(each) for each in value] if isinstance(value, list) else value
