"""Which kind a text is, and what plain text and Markdown become."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.text import reader as text
from runwright.files.formats.types import Draft, Page, Part, Reading, Table, Unreadable

READING = Reading("travel_rules.md", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("Europe/Berlin"))
Read = Callable[[str], list[Part]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def from_file(words: str) -> list[Part]:
        path = tmp_path / "upload"
        path.write_bytes(words.encode())
        return list(text.read(path, READING))

    return from_file


def passages(parts: list[Part]) -> list[tuple[str, str]]:
    drafts = [part for part in parts if isinstance(part, Draft)]
    return [(draft.title, draft.text) for draft in drafts if draft.kind != "document"]


STATEMENT = "Date;Text;Amount\n" + "".join(f"{day:02}.01.2026;Rent;-5,00\n" for day in range(1, 9))


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n", "ics"),
        ("\n\n begin:vcalendar\n", "ics"),
        ("OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>", "ofx"),
        ('<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n<OFX></OFX>', "ofx"),
        ("<OFX><SIGNONMSGSRSV1>", "ofx"),
        ('<?xml version="1.0"?><Document xmlns="urn:x:xsd:camt.053.001.08"><A/>', "camt"),
        ("<ns2:Document><ns2:BkToCstmrStmt>", "camt"),
        ("!Type:Bank\nD1/2/2026\nT-5.00\n^\n", "qif"),
        ("!Account\nNChecking\n^\n", "qif"),
        (":20:START\n:25:1/2\n:28C:1\n:60F:C260101EUR1,00\n", "mt940"),
        ("{1:F01BANK}{2:I940}{4:\n:20:X\n:60M:C260101EUR1,00\n-}", "mt940"),
        (STATEMENT, "csv"),
        ("a\tb\n1\t2\n3\t4\n5\t6\n", "csv"),
        ("First, we met, and then, after lunch, we left.\nIt was cold, wet, and late.\n", "prose"),
        ("Our guide says: write BEGIN:VCALENDAR first.\n", "prose"),
        ('<?xml version="1.0"?><note>words</note>', "prose"),
        (":20: is how an order begins.\n", "prose"),
    ],
)
def test_the_kind_is_told_by_the_content(words: str, kind: str) -> None:
    assert text.kind_of(words) == kind


def test_a_short_chat_is_no_table_though_each_line_has_a_comma() -> None:
    lines = (
        "04/11/2026, 10:14 - Jean Cubitt: I have gold scarves, £6 each",
        "04/11/2026, 10:15 - Wendy Larter: One scarf for me please",
        "11/11/2026, 19:20 - Jean Cubitt: Subs go up to £75 from January I'm afraid.",
    )
    assert text.kind_of("\n".join(lines)) == "prose"


def test_a_table_with_an_endless_line_is_read_as_prose() -> None:
    words = "a;b\n1;2\n3;" + "x" * (text.LONGEST_LINE + 1) + "\n"
    assert text.kind_of(words) == "prose"


def test_a_text_that_is_too_long_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "upload"
    with path.open("wb") as file:
        file.truncate(4 * text.MOST_CHARACTERS + 1)
    with pytest.raises(Unreadable, match="split it"):
        list(text.read(path, READING))


def test_a_text_with_too_many_characters_is_refused(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "MOST_CHARACTERS", 100)
    assert read("a" * 100)
    with pytest.raises(Unreadable, match="split it"):
        read("a" * 101)


def test_blanks_alone_are_refused(read: Read) -> None:
    with pytest.raises(Unreadable, match="no text"):
        read(" \n\t\n")


def test_plain_text_has_its_first_line_as_title(read: Read) -> None:
    words = "Minutes of the meeting\n\nWe met, and talked.\nThen we left."
    assert read(words)[0] == Page(1, words)
    assert passages(read(words)) == [("Minutes of the meeting", words)]


@pytest.mark.parametrize(
    "words",
    ["We met and talked, then left.\n\nNothing came of it.", "A line\nthat goes on\n\nand ends."],
)
def test_plain_text_without_a_title_has_the_name_of_its_file(read: Read, words: str) -> None:
    assert passages(read(words)) == [("travel rules", words)]


def test_a_long_text_becomes_many_passages(read: Read) -> None:
    parts = passages(read("\n\n".join(f"Paragraph {n} has {'words ' * 60}" for n in range(10))))
    assert len(parts) > 4
    assert any("Paragraph 9" in body for _, body in parts)


def test_headings_become_the_path_of_their_passages(read: Read) -> None:
    words = (
        "# Handbook\n\nHello.\n\nTravel\n------\n\nGo.\n\n### Hotels\n\nSleep.\n\n## Food\n\nEat.\n"
    )
    assert passages(read(words)) == [
        ("Handbook", "Hello."),
        ("Handbook › Travel", "Go."),
        ("Handbook › Travel › Hotels", "Sleep."),
        ("Handbook › Food", "Eat."),
    ]


def test_front_matter_names_the_document(read: Read) -> None:
    words = "---\ntitle: 'The rules'\nauthor: Ann\n---\nHello.\n\n## Travel\n\nGo.\n"
    assert passages(read(words)) == [
        ("The rules", "author: Ann\n\nHello."),
        ("The rules › Travel", "Go."),
    ]


def test_a_title_is_not_said_twice(read: Read) -> None:
    words = "---\ntitle: Rules\n---\n# Rules\n\nHello.\n"
    assert passages(read(words)) == [("Rules", "Hello.")]


def test_sections_without_a_main_heading_carry_the_file(read: Read) -> None:
    assert passages(read("## Travel\n\nGo.\n")) == [("travel rules › Travel", "Go.")]


def test_a_heading_over_nothing_can_still_be_found(read: Read) -> None:
    assert passages(read("# Plan\n\n## Rome\n\n## Bonn\n")) == [
        ("Plan › Rome", "Rome"),
        ("Plan › Bonn", "Bonn"),
    ]


def test_pipe_tables_become_tables_and_passages(read: Read) -> None:
    words = (
        "# Limits\n\n| City | Limit |\n|---|--:|\n| [Rome](http://r.example) | 120 |\n| Bonn |\n"
    )
    parts = read(words)
    assert parts[1] == Table(1, (("City", "Limit"), ("Rome", "120"), ("Bonn", "")))
    ((title, body),) = passages(parts)
    assert title == "Limits"
    assert "Rome" in body
    assert "120" in body


def test_marks_are_reduced_to_words(read: Read) -> None:
    words = (
        '# Links\n\nSee [the guide](http://g.example/a_(b) "G"), [](http://bare.example), '
        "![a map](m.png), <http://auto.example>, <b>bold</b>, **strong**, `code`, \\*star\\*, "
        "[ref][1] &amp; 3 < 4.<!-- hidden -->\n\n[1]: http://r.example\n"
    )
    assert passages(read(words)) == [
        (
            "Links",
            "See the guide, http://bare.example, a map, http://auto.example, bold, strong, "
            "code, *star*, ref & 3 < 4.",
        )
    ]


def test_code_lists_and_quotes_stay_whole(read: Read) -> None:
    words = "# Code\n\n```sh\n# no heading\n\nls\n```\n\n- one\n\n- two\n\n> said\n> so\n"
    assert passages(read(words)) == [("Code", "# no heading\nls\n\n- one\n- two\n\nsaid\nso")]


def test_a_script_is_no_document(read: Read) -> None:
    words = "#!/bin/sh\n\n# list it all\n\nls\n"
    assert passages(read(words)) == [("travel rules", words.strip())]


def test_a_web_page_is_read_as_what_it_shows(read: Read) -> None:
    words = (
        "<!DOCTYPE html>\n<html><head><title>Rules</title><style>p {}</style>"
        "<script>if (a < b) { '<p>no</p>' }</script></head><body><!-- no --><h1>Travel</h1>"
        "<p>Go   by\ntrain &amp; bus.<br>Soon.</p><ul><li>Rome<li>Bonn</ul></body></html>"
    )
    assert passages(read(words)) == [
        ("Rules", "Rules"),
        ("Travel", "Go by train & bus.\nSoon.\n\n- Rome\n- Bonn"),
    ]


@pytest.mark.parametrize(
    "words",
    [
        "# a\n" + "<!--" * 50_000,
        "# a\n" + ("[a](" + "x" * 2300) * 100,
        "# a\n" + "[" * 200_000,
        "# a\n" + "<a" * 100_000,
        "# a\n" + "**a" * 100_000,
        "# a\n" + "> " * 20_000 + "x",
        "<html>" + "<!--" * 100_000,
        "<html>" + "<script>" * 50_000,
        "x" * 3_000_000,
        "# a\n" + "b\n" * 120_000,
    ],
    ids=["comments", "links", "brackets", "tags", "stars", "quotes", "html", "js", "line", "lines"],
)
def test_hostile_marks_are_read_to_the_end(read: Read, words: str) -> None:
    assert read(words)[0] == Page(1, words)
