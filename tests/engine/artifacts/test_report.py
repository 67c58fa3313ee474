"""Reports: the answer and what it rests on, in Markdown that nothing found can bend."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from engine.artifacts.things import EVENTS, MOMENT, PAYMENTS, material, passage, payment
from runwright.artifacts.markdown import plain
from runwright.engine.artifacts.material import CannotMake, Material
from runwright.engine.artifacts.report import make
from runwright.engine.types import Finding


def text_of(made: Material) -> str:
    return make(made).content.decode("utf-8")


def html_of(made: Material) -> str:
    return str(MarkdownIt("commonmark", {"html": True}).enable("table").render(text_of(made)))


def test_a_report_has_a_title_the_answer_and_the_day_it_was_made() -> None:
    text = text_of(material(*PAYMENTS, topic="my October payments", answer="You paid 3 times."))
    assert text.startswith("# October payments\n\nMade on Sunday, 15 November 2026, from 3 items")
    assert "## Answer\n\nYou paid 3 times.\n" in text


def test_payments_stand_in_a_table_with_their_sum() -> None:
    text = text_of(material(*PAYMENTS))
    assert "| 2026-10-01 | Landlord | -1,200.00 EUR | 1 | file_bank |" in text
    assert "Together -1,254.60 EUR in 3 amounts." in text


def test_currencies_are_never_added() -> None:
    text = text_of(material(*PAYMENTS, payment(4, "2026-10-02", "Diner", "-10.00", "USD")))
    assert "Together -1,254.60 EUR in 3 amounts." in text
    assert "Together -10.00 USD in 1 amount." in text


def test_events_have_their_hours_in_the_projects_zone() -> None:
    assert "| 2026-11-20 10:00–10:30 | Dentist |" in text_of(material(*EVENTS))


def test_passages_are_quoted_with_title_page_and_file() -> None:
    text = text_of(material(passage("The lease ends on\n31 March 2027.")))
    assert "**Lease, page 3** (file_lease)\n\n> The lease ends on 31 March 2027." in text


def test_tables_of_files_stay_tables() -> None:
    grid = passage("", kind="table", rows=(("Year", "Sales"), ("2026", "a|b"), ("2027",)))
    html = html_of(material(grid))
    assert "<td>a|b</td>" in html
    assert html.count("<tr>") == 3


def test_lists_in_answers_stay_lists() -> None:
    html = html_of(material(answer="By month:\n- May: 2 EUR\n- June: 3 EUR"))
    assert "<li>May: 2 EUR</li>\n<li>June: 3 EUR</li>" in html


EVIL = "![x](http://a.example/p.png) [link](javascript:x) <script>x</script> `a` # *b* __c__ | d"


@pytest.mark.parametrize(
    "made",
    [
        material(passage(EVIL, title=EVIL)),
        material(payment(1, "2026-10-01", EVIL, "-1.00")),
        material(topic=EVIL, answer=EVIL),
    ],
    ids=["passage", "payment", "words of the prompt"],
)
def test_what_was_found_brings_no_link_image_or_element(made: Material) -> None:
    html = html_of(made)
    for element in ("<script", "<img", "<a ", "<code", "<em", "<h3"):
        assert element not in html


def test_plain_words_stay_readable() -> None:
    assert plain("file_bank costs 3,000.00 EUR (net)") == "file_bank costs 3,000.00 EUR (net)"


def test_several_answers_stand_under_their_questions() -> None:
    findings = (Finding("a", "first?", answer="One."), Finding("a", "second?", answer="Two."))
    text = text_of(Material(MOMENT, "", findings))
    assert text.index("**first?**") < text.index("One.") < text.index("**second?**")


def test_nothing_makes_no_report() -> None:
    with pytest.raises(CannotMake, match="nothing to report on"):
        make(Material(MOMENT))
