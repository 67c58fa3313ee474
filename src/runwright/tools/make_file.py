"""`make_file`: a file of earlier results: Markdown, CSV, a calendar or a chart."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Literal

from pydantic import Field, model_validator

from runwright.artifacts import chart, csv_text, icalendar, markdown
from runwright.tools.base import Arguments, InvalidCall, Note, Records, Result, Tool, Value
from runwright.tools.file_charts import series_of
from runwright.tools.file_events import event_lines
from runwright.tools.file_tables import FileTable, choose, table_of
from runwright.tools.hours import join_words

Format = Literal["markdown", "csv", "ics", "chart"]
ResultName = Annotated[str, Field(pattern=r"^r[1-9]\d{0,2}$")]
_ENDINGS = {"markdown": ".md", "csv": ".csv", "ics": ".ics", "chart": ".png"}
_MEDIA_TYPES = {
    "markdown": markdown.MEDIA_TYPE,
    "csv": csv_text.MEDIA_TYPE,
    "ics": icalendar.MEDIA_TYPE,
    "chart": chart.MEDIA_TYPE,
}
_NOT_A_NAME = re.compile(r"[^\w .()-]+")
LONGEST_NAME = 80


class MakeFile(Arguments):
    """What file is made of which results."""

    format: Format = Field(
        description="`markdown` and `csv` for tables, `ics` for events, `chart` for bars or a "
        "line, as a PNG."
    )
    results: tuple[ResultName, ...] = Field(
        min_length=1,
        max_length=20,
        description="The results it is made of, such as `r1`; several only in Markdown, CSV with "
        "equal columns, and calendars.",
    )
    name: str = Field(
        default="",
        max_length=LONGEST_NAME,
        description="The file's name, such as `payments`; the ending is added.",
    )
    title: str = Field(
        default="", max_length=200, description="What stands above the tables or the chart."
    )
    columns: tuple[str, ...] = Field(
        default=(),
        max_length=40,
        description="Which columns, in this order, such as `start` and `title`; empty for all. Of "
        "a chart: the name and then the figure of each bar.",
    )
    part: str = Field(
        default="",
        max_length=40,
        description="Which list of the result, such as `rows`, `groups` or `stretches`; left out: "
        "its groups, else its rows, else its longest list.",
    )
    shape: Literal["bar", "line"] = Field(default="bar", description="The shape of a chart.")

    @model_validator(mode="after")
    def _fits(self) -> MakeFile:
        if self.format == "chart" and len(self.results) > 1:
            raise ValueError("a chart is made of one result")
        if self.format == "ics" and (self.columns or self.part):
            raise ValueError("a calendar has neither columns nor parts")
        if self.format == "chart" and len(self.columns) not in (0, 2):
            raise ValueError("a chart has two columns: the name and the figure of each bar")
        return self


class MadeFile(Result):
    """The file. Its content is kept with the run as an artifact, not in the frozen result."""

    name: str = Field(default="", description="Its name.")
    media_type: str = Field(default="", description="Its media type, such as `text/csv`.")
    size: int = Field(default=0, description="How many bytes it has.")
    sha256: str = Field(default="", description="The SHA-256 of its content.")
    row_count: int = Field(default=0, description="How many rows, events or bars are in it.")
    content: str = Field(default="", exclude=True, description="Its content in Base64.")


class _File(Value):
    content: bytes
    count: int
    notes: tuple[Note, ...] = ()


def run(arguments: MakeFile, records: Records) -> MadeFile:
    """The file."""
    results = [records.result(name) for name in arguments.results]
    notes = tuple(_left_out(arguments.results, results))
    match arguments.format:
        case "markdown":
            made = _markdown(arguments, results, records)
        case "csv":
            made = _csv(arguments, results, records)
        case "ics":
            made = _calendar(results, records)
        case "chart":
            made = _chart(arguments, results[0], records)
    return MadeFile(
        looked_at=sum(result.kept for result in results),
        kept=made.count,
        items=tuple(dict.fromkeys(item for result in results for item in result.items)),
        notes=(*notes, *made.notes),
        name=_file_name(arguments),
        media_type=_MEDIA_TYPES[arguments.format],
        size=len(made.content),
        sha256=sha256(made.content).hexdigest(),
        row_count=made.count,
        content=b64encode(made.content).decode(),
    )


def _left_out(names: Sequence[str], results: Sequence[Result]) -> list[Note]:
    """A result lists a hundred rows at most, and a file cannot have more than it."""
    return [
        Note(
            code="rows_left_out",
            text=f"{result.more} further rows of {name} are not in it",
            count=result.more,
        )
        for name, result in zip(names, results, strict=True)
        if result.more
    ]


def _tables(arguments: MakeFile, results: Sequence[Result], records: Records) -> list[FileTable]:
    return [
        choose(table_of(result, arguments.part, name, records.zone), arguments.columns, name)
        for name, result in zip(arguments.results, results, strict=True)
    ]


def _markdown(arguments: MakeFile, results: Sequence[Result], records: Records) -> _File:
    tables = _tables(arguments, results, records)
    title = [f"# {markdown.plain(arguments.title)}"] if arguments.title else []
    parts = [markdown.write_table(table.header, table.rows, table.figures) for table in tables]
    content = "\n\n".join([*title, *parts]) + "\n"
    return _File(content=content.encode("utf-8", "replace"), count=sum(len(t.rows) for t in tables))


def _csv(arguments: MakeFile, results: Sequence[Result], records: Records) -> _File:
    tables = _tables(arguments, results, records)
    header = tables[0].header
    for name, table in zip(arguments.results, tables, strict=True):
        if table.header != header:
            raise InvalidCall(
                f"{arguments.results[0]} and {name} have different columns: name the columns that "
                "both have, or make two files."
            )
    rows = [row for table in tables for row in table.rows]
    return _File(content=csv_text.write_csv(header, rows), count=len(rows))


def _calendar(results: Sequence[Result], records: Records) -> _File:
    lines, count = event_lines(results, records.today)
    if not count:
        raise InvalidCall("A calendar holds events with a day, and these results have none.")
    return _File(content=icalendar.write_calendar(lines), count=count)


def _chart(arguments: MakeFile, result: Result, records: Records) -> _File:
    (name,) = arguments.results
    whole = table_of(result, arguments.part, name, records.zone)
    table = choose(whole, arguments.columns, name)
    series = series_of(table, whole, arguments.title, arguments.columns)
    try:
        content = chart.draw_chart(
            series, is_line=arguments.shape == "line" and len(series.bars) > 1
        )
    except chart.CannotDraw:
        raise InvalidCall("This server cannot draw: it was installed without Pillow.") from None
    notes = (Note(code="bars_left_out", text=series.note),) if series.note else ()
    return _File(content=content, count=len(series.bars), notes=notes)


def _file_name(arguments: MakeFile) -> str:
    ending = _ENDINGS[arguments.format]
    wanted = arguments.name.removesuffix(ending) or arguments.title or "file"
    clean = " ".join(_NOT_A_NAME.sub(" ", wanted).split()).strip(". ")[:LONGEST_NAME]
    return (clean or "file") + ending


def describe(arguments: MakeFile) -> str:
    """The call in words."""
    kind = {"markdown": "Markdown", "csv": "CSV", "ics": "calendar", "chart": "chart"}
    return f"a {kind[arguments.format]} file of {join_words(list(arguments.results))}"


TOOL = Tool(
    name="make_file",
    description="Makes a file of earlier results: a table as Markdown or CSV, a calendar of "
    "events, or a chart.",
    arguments=MakeFile,
    result=MadeFile,
    run=run,
    describe=describe,
)
