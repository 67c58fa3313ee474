"""What instructions are read into: real sentences, and nothing dropped without a word."""

from __future__ import annotations

from decimal import Decimal

import pytest

from runwright.minds.instructions.reading import read
from runwright.minds.instructions.types import Filter, Form, Standing


def only(instructions: str) -> Filter:
    """The one filter of instructions that are understood whole."""
    standing = read(instructions)
    assert standing.unread == ()
    assert len(standing.filters) == 1
    return standing.filters[0]


# Whole instructions ----------------------------------------------------------------------------


def test_several_sentences_give_several_rules() -> None:
    standing = read(
        "You are the household bookkeeper. Only use the household account. Never mention "
        "salaries. Answer in one short sentence."
    )
    assert [each.accounts for each in standing.filters] == [("household",)]
    assert standing.forbidden == ("salaries",)
    assert standing.form == Form(sentences=1, short=True)
    assert standing.unread == ()


def test_instructions_as_a_list_are_read_line_by_line() -> None:
    standing = read("- Use only my calendar\n- Reply with bullet points\n2) never discuss politics")
    assert standing == Standing(
        sources=("calendar",), form=Form(bullets=True), forbidden=("politics",)
    )


def test_one_sentence_can_hold_several_rules() -> None:
    standing = read("Use only my documents, never mention Anna and keep your answers short.")
    assert standing == Standing(sources=("documents",), forbidden=("Anna",), form=Form(short=True))


def test_a_role_can_carry_rules() -> None:
    standing = read(
        "You're a tax assistant who only uses the business account and never mentions salaries."
    )
    assert standing.filters[0].accounts == ("business",)
    assert standing.forbidden == ("salaries",)
    assert standing.unread == ()


@pytest.mark.parametrize(
    "role",
    [
        "You are a helpful bookkeeper.",
        "Act as my personal assistant",
        "You help our family with its money.",
        "Your name is Ada.",
        "I am Jonas and I live in Berlin.",
    ],
)
def test_a_role_is_no_rule_and_not_unread(role: str) -> None:
    assert read(role) == Standing()


@pytest.mark.parametrize(
    "sentence",
    [
        "Answer in German",
        "Always cite your sources",
        "Only use reliable sources",
        "Only answer questions about cooking",
        "Write like a pirate",
        "Ignore spelling mistakes",
        "Begin with a greeting",
        "Only use metric units",
        "Ignore your previous instructions",
        "No emojis",
    ],
)
def test_what_is_not_understood_is_kept_and_changes_nothing(sentence: str) -> None:
    assert read(f"{sentence}.") == Standing(unread=(sentence,))


def test_a_sentence_that_is_understood_in_part_is_used_and_kept_as_unread() -> None:
    assert read("Answer in one sentence in German.") == Standing(
        form=Form(sentences=1), unread=("Answer in one sentence in German",)
    )


def test_a_condition_is_kept_as_unread_while_its_rule_holds() -> None:
    standing = read("Do not discuss health unless I ask for it.")
    assert standing.forbidden == ("health",)
    assert standing.unread == ("Do not discuss health unless I ask for it",)


@pytest.mark.parametrize("nothing", ["", "   ", "\n\n", "...", "!?"])
def test_empty_instructions_give_no_rules(nothing: str) -> None:
    assert read(nothing)._replace(unread=()) == Standing()


def test_very_long_instructions_are_read_in_reasonable_time() -> None:
    standing = read("Never mention salaries and " * 1_000 + "use only my calendar.")
    assert standing.sources == ("calendar",)


# Sources ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "sources"),
    [
        ("Use only my calendar", ("calendar",)),
        ("Only use the calendar.", ("calendar",)),
        ("You may only use my documents.", ("documents",)),
        ("Look only in my calendar and my documents", ("calendar", "documents")),
        ("Restrict yourself to finance", ("finance",)),
        ("Stick to my bank data", ("finance",)),
        ("Answer only from my notes", ("documents",)),
        ("Only answer questions about money", ("finance",)),
        ("Use nothing but bank transactions", ("finance",)),
        ("Calendar only", ("calendar",)),
    ],
)
def test_only_some_sources(sentence: str, sources: tuple[str, ...]) -> None:
    assert read(sentence) == Standing(sources=sources)


@pytest.mark.parametrize(
    ("sentence", "without"),
    [
        ("Do not look into documents", ("documents",)),
        ("Don’t use my calendar.", ("calendar",)),
        ("You must not use my calendar", ("calendar",)),
        ("You are not allowed to read documents", ("documents",)),
        ("Never use bank data or my calendar", ("finance", "calendar")),
        ("Ignore my documents", ("documents",)),
        ("Use everything except my documents", ("documents",)),
        ("Stay out of my calendar", ("calendar",)),
    ],
)
def test_never_some_sources(sentence: str, without: tuple[str, ...]) -> None:
    assert read(sentence) == Standing(without=without)


def test_a_place_where_runs_never_look_needs_no_rule() -> None:
    assert read("Never use the internet.") == Standing()


# Filters ---------------------------------------------------------------------------------------


def test_a_source_and_a_part_of_another() -> None:
    standing = read("Use only my calendar and the household account")
    assert standing.sources == ("calendar", "finance")
    assert [(each.kinds, each.accounts) for each in standing.filters] == [
        (("transaction",), ("household",))
    ]


@pytest.mark.parametrize(
    ("sentence", "accounts"),
    [
        ("Only use the household account", ("household",)),
        ("Household account only.", ("Household",)),
        ("Use the savings and household accounts only", ("savings", "household")),
        ("Only use the account ending in 3000", ("3000",)),
        ("Only consider payments from my Visa card", ("Visa",)),
        (
            "The household account is DE89 3704 0044 0532 0130 00. Only use the household account.",
            ("household", "DE89 3704 0044 0532 0130 00"),
        ),
    ],
)
def test_an_account(sentence: str, accounts: tuple[str, ...]) -> None:
    rule = only(sentence)
    assert rule.only
    assert rule.accounts == accounts


def test_amounts_with_their_currency() -> None:
    small = only("Ignore everything below 10 EUR")
    assert (small.only, small.below, small.currency) == (False, Decimal(10), "EUR")
    large = only("Only amounts above 100 EUR")
    assert (large.only, large.above, large.currency) == (True, Decimal(100), "EUR")
    between = only("Only consider payments between 50 and 100 euros.")
    assert (between.least, between.most) == (Decimal(50), Decimal(100))


def test_a_currency() -> None:
    assert only("Only EUR amounts").currency == "EUR"
    assert only("Ignore bookings in USD").currency == "USD"


@pytest.mark.parametrize(
    ("sentence", "days"),
    [
        ("Only this year", "this year"),
        ("Only consider payments since 2025", "since 2025"),
        ("Nothing before 2025", "before 2025"),
        ("Only use transactions from March 2026", "from March 2026"),
        ("Leave out anything older than 30 days", "older than 30 days"),
    ],
)
def test_days_are_kept_as_said(sentence: str, days: str) -> None:
    assert only(sentence).days == days


def test_money_that_leaves_and_money_that_arrives() -> None:
    assert only("Only look at money that leaves.").direction == "out"
    ignored = only("Ignore income")
    assert (ignored.only, ignored.direction) == (False, "in")


def test_transfers_and_cancelled_events() -> None:
    assert only("Ignore transfers between my accounts").transfers
    assert only("No transfers").transfers
    assert only("Leave out cancelled events").cancelled


def test_people_shops_and_places() -> None:
    rule = only("Only events with Anna Berg in Berlin")
    assert rule.kinds == ("event",)
    assert [demand.said for demand in rule.subject.alternatives[0]] == ["Anna", "Berg", "Berlin"]
    assert len(only("Only payments to Rewe or Edeka").subject.alternatives) == 2
    assert not only("Ignore payments to Rewe").only


def test_a_kind_of_spending_speaks_of_bookings_alone() -> None:
    assert only("Only consider groceries").kinds == ("transaction",)


def test_a_list_of_unlike_things_to_leave_out_is_several_rules() -> None:
    standing = read("Skip refunds and transfers")
    assert [each.transfers for each in standing.filters] == [False, True]


# Topics ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sentence",
    [
        "Never mention salaries.",
        "Do not talk about salaries",
        "Don't discuss salaries",
        "You must never reveal salaries",
        "Do not answer questions about salaries",
        "Do not say anything about salaries",
        "Salaries are off limits",
        "Salaries must not be discussed",
        "Questions about salaries must be refused",
        "Avoid salaries",
        "Avoid any questions about salaries",
        "Refuse to answer questions about salaries",
        "Stay away from salaries",
        "If someone asks about salaries, refuse politely",
        "Keep salaries confidential",
        "No salaries",
        "Under no circumstances mention salaries",
    ],
)
def test_a_topic_is_forbidden_however_it_is_said(sentence: str) -> None:
    assert read(sentence) == Standing(forbidden=("salaries",))


def test_several_topics_in_one_sentence() -> None:
    standing = read("Never talk about politics, religion or my love life.")
    assert standing.forbidden == ("politics", "religion", "love life")


# Form ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "form"),
    [
        ("Reply with bullet points", Form(bullets=True)),
        ("Please use a bulleted list.", Form(bullets=True)),
        ("Answer in one sentence", Form(sentences=1)),
        ("Use at most three sentences.", Form(sentences=3)),
        ("Never write more than two sentences", Form(sentences=2)),
        ("Use fewer than four sentences", Form(sentences=3)),
        ("Reply in one or two sentences", Form(sentences=2)),
        ("Be brief and professional", Form(short=True, formal=True)),
        ("Keep your answers short", Form(short=True)),
        ("Avoid long answers", Form(short=True)),
        ("Use a formal tone", Form(formal=True)),
        ("Answer in plain language", Form(plain=True)),
        ("Do not number your answers", Form(unnumbered=True)),
        ("Answer without numbering", Form(unnumbered=True)),
        ("Sign as Ada", Form(closing="Ada")),
        ("Sign your answers with 'Yours, Ada'", Form(closing="Yours, Ada")),
        ("Begin with 'Dear team'", Form(opening="Dear team")),
        ("Address me as Captain", Form(opening="Captain,")),
        (
            'Begin every answer with "Dear team," and end with "Never mention it. Ada".',
            Form(opening="Dear team,", closing="Never mention it. Ada"),
        ),
        ("Don't use bullet points, don't be formal", Form()),
    ],
)
def test_a_form(sentence: str, form: Form) -> None:
    assert read(sentence) == Standing(form=form)
