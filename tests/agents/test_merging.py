"""What several agents told, as one text: agreement said once, disagreement said first."""

from __future__ import annotations

from runwright.agents.merging import Told, merged, passed_on

SPENT = "You spent 50.00 EUR in October 2026: 2 payments that name REWE (REWE, 2 times)."
MORE = "You spent 150.00 EUR in October 2026: 3 payments that name REWE (REWE, 3 times)."
WORDED = "In October 2026 REWE got 2 payments of yours, named REWE 2 times: 50.00 EUR you spent."
NOTHING = "No answer to “How much?”: nothing in your finance records says it."


def told(name: str, summary: str = SPENT) -> Told:
    return Told(name, summary, summary != NOTHING)


# Side by side ----------------------------------------------------------------------------------


def test_the_same_words_are_said_once_with_who_agrees() -> None:
    assert merged([told("Ada"), told("Ben"), told("Cy")]) == f"{SPENT}\nAda, Ben and Cy agree."


def test_the_same_figures_and_names_in_other_words_agree() -> None:
    assert merged([told("Ada"), told("Ben", WORDED)]) == f"{SPENT}\nAda and Ben agree."


def test_a_bare_figure_agrees_with_the_sentence_that_says_it() -> None:
    assert merged([told("Ada", "50.00 EUR"), told("Ben")]) == f"{SPENT}\nAda and Ben agree."
    assert "disagree" in merged([told("Ada", "51.00 EUR"), told("Ben")])


def test_a_disagreement_is_named_first_and_every_view_shown() -> None:
    assert merged([told("Ada"), told("Ben", MORE), told("Cy")]).splitlines() == [
        "The agents disagree: Ada, Cy and Ben give 2 different answers.",
        f"Ada and Cy: {SPENT}",
        f"Ben: {MORE}",
    ]


def test_one_other_figure_day_or_name_is_a_disagreement() -> None:
    for one, other in (
        ("The rent is 900.00 EUR.", "The rent is 950.00 EUR."),
        ("It begins on 3 May 2026.", "It begins on 4 May 2026."),
        ("It begins at 09:00.", "It begins at 10:00."),
        (
            "The 2 directors are Anna Berg and Ben Ito.",
            "The 2 directors are Cleo Park and Dan Lee.",
        ),
    ):
        assert merged([told("Ada", one), told("Ben", other)]).startswith("The agents disagree")


def test_texts_without_figures_are_compared_by_their_words() -> None:
    one = "The tenant may keep pets in the flat."
    same = "In the flat, the tenant may keep pets."
    other = "Animals are forbidden everywhere in the house."
    assert merged([told("Ada", one), told("Ben", same)]) == f"{one}\nAda and Ben agree."
    assert merged([told("Ada", one), told("Ben", other)]).startswith("The agents disagree")


def test_those_that_found_nothing_are_named_in_one_line() -> None:
    assert merged([told("Ada"), told("Ben", NOTHING), told("Cy", NOTHING)]).splitlines() == [
        f"Ada: {SPENT}",
        "Ben and Cy found nothing.",
    ]


def test_when_nobody_found_anything_the_reason_stays() -> None:
    assert merged([told("Ada", NOTHING), told("Ben", NOTHING)]) == (
        f"{NOTHING}\nAda and Ben found nothing."
    )
    assert merged([told("Ada", NOTHING)]) == NOTHING


def test_different_reasons_are_all_told() -> None:
    other = Told("Ben", "This agent does not answer questions about salaries.", False)
    assert merged([told("Ada", NOTHING), other]).splitlines() == [
        "Ada and Ben found nothing.",
        f"Ada: {NOTHING}",
        "Ben: This agent does not answer questions about salaries.",
    ]


def test_one_agent_alone_speaks_for_itself() -> None:
    assert merged([told("Ada")]) == SPENT


def test_a_list_begins_on_its_own_line() -> None:
    listed = f"1. {SPENT}\n2. {MORE}"
    assert merged([told("Ada", listed), told("Ben", MORE)]).splitlines()[1:3] == [
        "Ada: ",
        f"1. {SPENT}",
    ]


def test_without_agents_there_is_still_a_text() -> None:
    assert merged([]) == passed_on([]) != ""


# One after another -----------------------------------------------------------------------------


def test_the_last_result_is_passed_on() -> None:
    assert passed_on([told("Ada"), told("Ben", MORE)]) == MORE


def test_when_the_last_found_nothing_an_earlier_result_stands_and_it_is_said() -> None:
    assert passed_on([told("Ada"), told("Ben", NOTHING), told("Cy", NOTHING)]) == (
        f"{SPENT}\nBen and Cy found nothing."
    )


def test_an_agent_that_found_nothing_before_the_result_is_not_mentioned() -> None:
    assert passed_on([told("Ada", NOTHING), told("Ben")]) == SPENT


def test_when_none_found_anything_the_reason_is_passed_on() -> None:
    assert passed_on([told("Ada", NOTHING), told("Ben", NOTHING)]).startswith(NOTHING)


def test_two_agents_with_equal_results_keep_their_places() -> None:
    assert passed_on([told("Ada"), told("Ben", NOTHING), told("Ada")]) == SPENT
