"""Overviews of a named document: which one is meant, and what is quoted of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from embedded.runner import attempt, surroundings
from embedded.summary_papers import PAPERS, items, records
from runwright.minds.embedded import summaries
from runwright.minds.embedded.parser.parser import parser
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query, Span
from runwright.tools.memory import RecordList

ALL, FEW = records(), records("minutes_sept.md", "tour.md")

SEPTEMBER, OCTOBER = "(minutes, 9 September 2026)", "(minutes, 14 October 2026)"
TOUR, LEASE, LETTER = "Tour contract", "Residential tenancy agreement", "letter (letter"
OLD, NEW = "Home insurance policy 2025 ", "Home insurance policy 2026: renewal "
REPORT, BOILER, CHOIR = "Allotment Federation: Annual Report 2025", "Boiler manual", "choir (chat"
ANSWERED = [
    ("give me a quick summary of the allotment federation's annual report", REPORT),
    ("overview of the yearly report", REPORT),
    ("summary of last year's report", REPORT),
    ("keep it short: what's in the annual report", REPORT),
    ("key takeaways from the annual report", REPORT),
    ("summarise the 2024 annual report", "Allotment Federation: Annual Report 2024"),
    ("summarise the lease", LEASE),
    ("what does the tenancy agreement say in short", LEASE),
    ("what are my obligations under the lease", LEASE),
    ("what must I do under the lease", LEASE),
    ("write a summary of the lease", LEASE),
    ("key dates in the tour contract", TOUR),
    ("what are my duties under the tour contract", TOUR),
    ("give me a one-paragraph summary of the tour contract", TOUR),
    ("tldr of the home insurance policy", NEW),
    ("what deadlines are in my insurance renewal", NEW),
    ("dates and deadlines in the newest insurance policy", NEW),
    ("brief me on the old policy", OLD),
    ("summarize the previous version of the insurance policy", OLD),
    ("short summary of last year's insurance policy", OLD),
    ("summarise my insurance policy from 2025", OLD),
    ("what do I have to do according to the school letter", LETTER),
    ("what's the letter from school about", LETTER),
    ("important dates in the school letter", LETTER),
    ("to do list from the school letter", LETTER),
    ("action items from the September committee meeting", SEPTEMBER),
    ("who has to do what after the September meeting", SEPTEMBER),
    ("catch me up on the September minutes", SEPTEMBER),
    ("summarise the latest minutes in 3 bullet points", OCTOBER),
    ("recap the committee meeting of 14 October", OCTOBER),
    ("summarise the choir chat", CHOIR),
    ("give me the highlights of the chat with Nora", CHOIR),
    ("can you boil down the boiler manual for me", BOILER),
    ("could you sum up the letter the school sent me", LETTER),
    ("list the action points from the october minutes", OCTOBER),
    ("what are Ruth's tasks from the September meeting", SEPTEMBER),
    ("bullet points of the rental agreement", LEASE),
    ("tl;dr tour contract", TOUR),
    ("give me the gist of the Brightwell policy", NEW),
    ("gist of the group chat about the choir", CHOIR),
    ("summarise the berth licence", "HARBOUR BERTH LICENCE"),
]
LEFT_TO_OTHERS = [
    *("when is the deadline for the deposit", "when does the policy start"),
    *("what is the deadline in the school letter", "what's the date of the tour contract"),
    *(
        "what are the deadlines for the deposit in the tour contract",
        "who signed the tour contract",
    ),
    *("summarise what the lease says about pets", "summarise the pet rules in the lease"),
    *("how many pages does the manual have", "how many action items did Anna get"),
    *("give me the key facts of the boat contract", "summarise the letter from the council"),
    *("summary of my spending in October", "what are my tasks this week", "overview of my week"),
    *("summarise everything", "action items", "summarise my day", "compare the two policies"),
    *("draft a letter summarising the lease", "main points of the committee meeting in June"),
    *(
        "summary of the September and October minutes",
        "what do we have to pay according to the lease",
    ),
    *("all deadlines from the tour contract and the lease", "summarise my contract with the gym"),
    *("list the obligations of the venue in the tour contract", "summarise the two meetings"),
]
WHICH = [
    "to-dos from the minutes",
    "list all dates in the contract",
    "what do the minutes say in short",
]


def asked(text: str, found: RecordList = ALL) -> Answer | None:
    [parsed] = parser().parse(text)
    outcome = attempt(summaries.answer(parsed.query, surroundings(found)), found)
    return None if outcome is None else outcome.answer


def said(text: str, found: RecordList = ALL) -> list[str]:
    """The lines of an answer."""
    answer = asked(text, found)
    assert answer is not None
    assert answer.is_answer
    return answer.text.splitlines()


@pytest.mark.parametrize(("text", "title"), ANSWERED)
def test_the_document_that_is_named_is_quoted(text: str, title: str) -> None:
    first, *lines = said(text)
    assert title in first
    files = {item.id: item for item in ALL.items}
    answer = asked(text)
    assert answer is not None
    [file] = {files[item].file for item in answer.items}
    written = " ".join(PAPERS[file].replace("**", "").split())
    quoted = [line.partition("“")[2].rpartition("”")[0] for line in lines if "“" in line]
    assert quoted
    assert all(each in written for each in quoted)


@pytest.mark.parametrize("text", LEFT_TO_OTHERS)
def test_what_is_no_overview_of_one_document_is_left_to_others(text: str) -> None:
    assert asked(text) is None


@pytest.mark.parametrize("text", WHICH)
def test_two_that_fit_equally_well_are_asked_about(text: str) -> None:
    answer = asked(text)
    assert answer is not None
    assert not answer.is_answer
    first, *titles = answer.text.splitlines()
    assert first == "Which of these do you mean?"
    assert len(titles) == 2


def test_days_begin_their_lines_in_the_order_of_time() -> None:
    assert said("important dates in the school letter")[1:] == [
        "- Friday 23 October 2026: “Please return the form and the money by Friday 23 October.”",
        "- 26 to 30 October 2026: “The school is closed from 26 to 30 October.”",
        "- Thursday 5 November 2026: “Fifth Class goes to Killary Fjord on Thursday 5 November.”",
    ]


def test_a_day_that_is_over_is_marked() -> None:
    lines = said("key dates in the tour contract")
    assert "- Tuesday 30 June 2026 (past): “A deposit of €2,000 is due by 30 June 2026.”" in lines


def test_duties_say_who_has_to_do_them() -> None:
    assert said("action items from the September committee meeting")[1:] == [
        "- “It was agreed to get two quotes.”",
        "- Ruth Adeyemi: “Ruth to ask Severn Water for a quote by 30 September”",
        "- Tom Beale: “Tom will mow the car park before the open day on 4 October.”",
        "- “All: return the old keys”",
    ]


def test_what_nobody_has_to_do_is_no_duty() -> None:
    assert "wood" not in "".join(said("list the action points from the october minutes"))
    assert "towel" not in "".join(said("what do I have to do according to the school letter"))


def test_duties_of_one_party_are_its_own() -> None:
    assert said("what does the tenant have to do according to the lease")[1:] == [
        "- “The tenant must pay it by the first day of each month.”",
        "- “The tenant shall keep the garden tidy.”",
    ]
    [_, line] = said("which tasks did Tom get in the September minutes")
    assert line.startswith("- Tom Beale: ")


def test_a_list_has_the_words_that_lead_to_it() -> None:
    lines = said("what are my duties under the tour contract")
    assert "- Larkfield Music shall provide: “a van with a driver”" in lines


def test_sentences_are_whole_and_headings_are_none() -> None:
    assert said("summarise the berth licence")[1:] == [
        "- “The sum of EUR 300 is paid to Severn Water Co. Ltd. by 1 May 2027.”",
        "- “Dr. J. Smith collects it at no. 4 Quay St. every month.”",
        "- “Mr. Quill must return all keys”",
    ]


def test_a_page_is_named_where_there_are_several() -> None:
    passage, document = items("berth.txt", PAPERS["berth.txt"])
    facts = document.facts.model_copy(update={"pages": 3})
    paged = replace(ALL, items=(passage._replace(page=2), document._replace(facts=facts)))
    answer = asked("key dates in the berth licence", paged)
    assert answer is not None
    first, line = answer.text.splitlines()
    assert first.endswith("3 pages)")
    assert line.startswith("- Saturday 1 May 2027: “The sum")
    assert line.endswith(" (page 2)")


def test_what_is_said_in_a_chat_has_its_speaker() -> None:
    lines = said("summarise the choir chat")
    assert "- Nora: “Hi all, the rehearsal moves to Thursday 22 October”" in lines


def test_a_short_summary_has_three_sentences_and_each_another_section() -> None:
    lines = said("what does the tenancy agreement say in short")
    assert len(lines) == 1 + 3
    assert not any("Pets" in line for line in lines)


def test_so_many_sentences_as_are_asked_for() -> None:
    assert len(said("summarise the lease in two sentences")) == 1 + 2


def test_another_version_is_named() -> None:
    last = said("tldr of the home insurance policy")[-1]
    assert (
        last == "There is an older version: Home insurance policy 2025 (policy, 1 November 2025)."
    )
    assert said("brief me on the old policy")[-1].startswith("There is a newer version: Home")
    assert "version" not in said("summarise the lease")[-1]


def test_versions_of_which_none_is_the_newer_are_asked_about() -> None:
    again = [item._replace(id=f"{item.id}-2", file="copy.md") for item in FEW.items]
    twice = replace(FEW, items=(*FEW.items, *again))
    answer = asked("summarise the tour contract", twice)
    assert answer is not None
    assert not answer.is_answer


def test_one_of_its_kind_needs_no_other_name() -> None:
    assert "9 September" in said("to-dos from the minutes", FEW)[0]
    assert asked("summarise the lease", FEW) is None


def test_that_a_document_has_no_dates_is_no_answer() -> None:
    answer = asked("list all the dates in the boiler manual")
    assert answer is not None
    assert not answer.is_answer
    assert answer.text == "I found no dates in Boiler manual Calora 24 (manual)."


def test_without_documents_nothing_is_looked_for() -> None:
    query = Query(
        "summarise the lease", "documents", "summary", spans=(Span("DOC", "the lease", 10),)
    )
    program = summaries.answer(query, surroundings(ALL)._replace(sources=("calendar",)))
    assert list(program) == []
