"""Who and what is meant where banks write names their own way: cut, shortened, or by the trade."""

from __future__ import annotations

import pytest

from embedded.finance.household import ask
from records.books import booked
from runwright.minds.embedded.finance import rereading, targets, unmarked, wages
from runwright.minds.embedded.finance.book import open_book
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Transaction
from runwright.tools.memory import RecordList
from tools.money import books, bought, euros


def _monthly(amount: str, name: str, **facts: str) -> list[Transaction]:
    return [bought(f"2026-{month:02}-03", amount, name, **facts) for month in range(4, 11)]


def _records() -> RecordList:
    bank = [
        *_monthly("-874.10", "SKIPTON BS", purpose="DD"),
        *_monthly("-176.00", "FIFE COUNCIL", purpose="DD"),
        bought("2026-05-02", "-120.00", "Nursing & Midwifery Council"),
        bought("2026-10-02", "-650.00", "OREGON DEPT REV"),
        booked("2026-10-02", "-1900.00", "IRS", type="tax"),
        booked("2026-10-05", "-20.00", "ATM WITHDRAWAL", type="cash"),
        bought("2026-10-06", "-30.00", "LNK HIGH ST"),
        bought("2026-10-07", "-38.00", "INTUIT", counterparty_raw="INTUIT *QBOOKS ONLINE"),
        bought("2026-10-08", "-389.20", "ALASKA AIR"),
        bought("2026-10-09", "-92.58", "PORTLAND GENERAL"),
        booked("2026-10-15", "1695.00", "KETTLE & FINCH C AP", type="other"),
        bought("2026-10-16", "-62.10", "ROYAL COLLEGE NURS"),
        bought("2026-10-17", "-45.00", "D HOLT PIANO IFE"),
        bought("2026-10-18", "-24.99", "PureGym"),
        bought("2026-10-19", "-30.00", "CITY LIFE GYM"),
        booked("2026-10-20", "-50.00", "Holiday Pot", type="own_transfer"),
        booked("2026-10-21", "80.00", "Holiday Pot", type="own_transfer"),
        booked("2026-10-27", "-15.00", "MONTHLY SERVICE FEE", type="fee"),
        booked("2026-10-28", "4.10", "INTEREST", type="interest"),
    ]  # fmt: skip
    card = [
        bought("2026-10-22", "-60.00", "SHELL OIL", category="Gas/Automotive"),
        bought("2026-10-23", "-84.50", "LES SCHWAB TIRES", category="Gas/Automotive"),
    ]
    return books({
        "bank": euros(None, *sorted(bank, key=lambda each: each.day or "")),
        "card": euros("6208", *card, account_kind="credit card"),
    })  # fmt: skip


RECORDS = _records()
BOOK = open_book(RECORDS.items)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Kettle and Finch", "KETTLE & FINCH C AP"),
        ("the Oregon Dept of Revenue", "OREGON DEPT REV"),
        ("Alaska Airlines", "ALASKA AIR"),
        ("PGE", "PORTLAND GENERAL"),
        ("Royal College of Nursing", "ROYAL COLLEGE NURS"),
        ("piano lessons", "D HOLT PIANO IFE"),
    ],
)
def test_a_name_is_found_as_the_bank_cut_it(said: str, meant: str) -> None:
    for found in (targets.of_name(said, BOOK), targets.of_thing(said, BOOK)):
        assert isinstance(found, targets.Target)
        assert found.names == (meant,)


def test_a_short_form_in_a_line_is_the_word_it_leaves_letters_out_of() -> None:
    found = targets.of_name("quickbooks", BOOK)
    assert isinstance(found, targets.Target)
    assert found.terms == ("qbooks",)


def test_one_common_word_is_no_name() -> None:
    assert isinstance(targets.of_name("Oregon Bank", BOOK), targets.Missing)


@pytest.mark.parametrize(
    ("thing", "names"),
    [
        ("mortgage", ("SKIPTON BS",)),
        ("council tax", ("FIFE COUNCIL",)),
        ("taxes", ("IRS", "OREGON DEPT REV")),
        ("cash", ("ATM WITHDRAWAL", "LNK HIGH ST")),
    ],
)
def test_a_trade_is_known_by_its_payees(thing: str, names: tuple[str, ...]) -> None:
    found = targets.of_thing(thing, BOOK)
    assert isinstance(found, targets.Target)
    assert found.names == names


def test_a_landlord_gets_the_same_every_month_and_the_most() -> None:
    rent = [booked(f"2026-{n:02}-01", "-1725.00", "Sandra Pruitt", type="transfer")
            for n in range(4, 11)]  # fmt: skip
    assert wages.landlord([*rent, *_monthly("-83.00", "COMCAST")]) == "Sandra Pruitt"
    assert wages.landlord([*rent, *_monthly("-2100.00", "ROCKET MORTGAGE")]) == ""


def test_tyres_are_no_fuel_though_the_file_has_one_category_for_both() -> None:
    said = ask("sum", "out", "C fuel", "P in October", records=RECORDS)
    assert said.first_line == "You spent €60.00 on fuel in October 2026."


def test_a_name_beside_the_question_says_which_gym() -> None:
    text = "How much did the gym cost me in October? PureGym I mean"
    said = ask("sum", "out", "C gym", "P in October", text=text, records=RECORDS)
    assert said.first_line == "You spent €24.99 at PureGym in October 2026."


def test_no_fee_of_a_kind_is_a_no() -> None:
    said = ask("exists", "out", "C overdraft fees", records=RECORDS)
    assert said.first_line.startswith("No.")
    assert said.answer.is_answer


def test_clients_are_whoever_pays_but_for_the_bank() -> None:
    said = ask("sum", "in", "M clients", "P in October", records=RECORDS)
    assert said.first_line == "You received €1,695.00 in October 2026."


def test_direct_debits_are_those_that_the_bank_marks() -> None:
    text = "Which direct debits went out in October?"
    said = ask("list", "out", "P in October", text=text, records=RECORDS)
    assert "SKIPTON BS" in said.text
    assert "FIFE COUNCIL" in said.text
    assert "PureGym" not in said.text


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("How much did I put into the holiday pot?", "You moved €50.00 to Holiday Pot"),
        ("How much did I take out of the holiday pot?", "You moved €80.00 from Holiday Pot"),
    ],
)
def test_money_goes_to_a_pot_or_comes_out_of_it(text: str, amount: str) -> None:
    for direction in ("in", "out"):
        said = ask("sum", direction, "ACC the holiday pot", text=text, records=RECORDS)
        assert said.first_line.startswith(amount)


def test_to_have_stopped_paying_is_the_last_payment() -> None:
    query = Query("When did I stop paying for Hulu?", "finance", "first", direction="out",
                  spans=(Span("M", "Hulu", 27),))  # fmt: skip
    read = rereading.reread(query)
    assert (read.measure, read.state) == ("last", "cancelled")


def test_a_higher_rate_is_a_price_that_changed() -> None:
    query = Query("When did the HOA start paying the higher rate?", "finance", "first",
                  direction="in", spans=(Span("M", "the HOA", 9),))  # fmt: skip
    assert rereading.reread(query).measure == "trend"


def test_a_price_is_asked_for_in_the_present_tense() -> None:
    said = ask("sum", "out", "M skipton", text="skipton dd how much", records=RECORDS)
    assert said.first_line == "€874.10 each time: SKIPTON BS."
    assert "€6,118.70 in all" in said.text
    spent = ask("sum", "out", "M skipton", text="how much did I pay skipton", records=RECORDS)
    assert spent.first_line.startswith("You spent €6,118.70")


def test_a_category_and_a_word_of_a_name_are_one_payee() -> None:
    found = targets.of_thing("tax dept", BOOK)
    assert isinstance(found, targets.Target)
    assert found.names == ("OREGON DEPT REV",)


def test_several_names_that_run_on_are_several_payees() -> None:
    said = ask("sum", "out", "M puregym alaska air", "P in October", records=RECORDS)
    assert "€414.19" in said.first_line


def test_two_parts_of_a_name_are_one_payee() -> None:
    text = "what did kettle and finch pay me"
    said = ask("sum", "in", "M kettle", "M finch", text=text, records=RECORDS)
    assert said.first_line == "You received €1,695.00 from KETTLE & FINCH C AP."


def test_somebody_whose_initial_alone_is_written_is_asked_about() -> None:
    said = ask("sum", "out", "M Dave", records=RECORDS)
    assert not said.answer.is_answer
    assert "Did you mean D HOLT PIANO IFE?" in said.text


def test_what_a_payment_was_for_is_what_its_booking_says() -> None:
    text = "what was the last payment to skipton for"
    assert "The booking says: “DD”." in ask("last", "out", "M skipton", text=text,
                                             records=RECORDS).text  # fmt: skip


@pytest.mark.parametrize(("word", "thing"), [("cahs", "cash"), ("intrest", "interest")])
def test_a_slip_in_a_kind_of_booking_is_understood(word: str, thing: str) -> None:
    query = Query(f"how much {word} was that in October", "finance", "sum", direction="out")
    assert unmarked.reread(query).words("C") == (thing,)


def test_what_a_card_gives_back_is_no_cash() -> None:
    query = Query("how much cash back did I get", "finance", "sum", direction="in")
    assert unmarked.reread(query).words("C") == ("cash back",)


def test_a_word_that_is_like_a_part_of_a_category_is_no_slip() -> None:
    assert isinstance(targets.of_thing("jacket", BOOK), targets.Missing)


def test_which_payments_became_dearer_is_said_one_by_one() -> None:
    prices = ["20.00"] * 4 + ["25.00"] * 4
    rows = [
        bought(f"2026-{month:02}-05", f"-{price}", "NORTH BROADBAND", purpose="DD")
        for month, price in enumerate(prices, start=3)
    ]
    rows += [
        bought(f"2026-{month:02}-07", "-9.00", "TV LIC", purpose="DD") for month in range(3, 11)
    ]
    text = "Which of my direct debits have gone up since 1 June?"
    query = Query(text, "finance", "trend", direction="out", spans=(Span("P", "since 1 June", 39),))
    assert rereading.reread(query).measure == "recur"
    records = books({"bank": euros(None, *sorted(rows, key=lambda each: each.day or ""))})
    said = ask("recur", "out", "P since 1 June", text=text, records=records)
    assert said.first_line == "Yes, 1 of 2 regular payments became dearer:"
    assert "NORTH BROADBAND" in said.text
    assert "TV LIC" not in said.text


def test_what_comes_now_and_then_costs_what_it_did_the_last_time() -> None:
    text = "how much does alaska air cost these days"
    said = ask("recur", "out", "M alaska air", text=text, ask="amount", records=RECORDS)
    assert said.first_line.startswith("€389.20 the last time: ALASKA AIR")


def test_fees_of_a_machine_are_no_withdrawals() -> None:
    said = ask("exists", "out", "C atm fees", records=RECORDS)
    assert said.first_line.startswith("No. I found no booking with “atm fees”")


@pytest.mark.parametrize(
    ("thing", "name"), [("federal taxes", "IRS"), ("state taxes", "OREGON DEPT REV"),
                        ("electricity", "PORTLAND GENERAL")]
)  # fmt: skip
def test_a_kind_of_tax_or_bill_is_paid_to_whom_it_is_due(thing: str, name: str) -> None:
    found = targets.of_thing(thing, BOOK)
    assert isinstance(found, targets.Target)
    assert found.names == (name,)


def test_what_is_paid_to_several_is_said_one_by_one() -> None:
    rows = [*_monthly("-40.00", "COMCAST"), *_monthly("-15.00", "AUSSIE BROADBAND")]
    records = books({"bank": euros(None, *rows)})
    said = ask("avg", "out", "C internet", text="What do I pay for internet?", records=records)
    assert said.first_line.startswith("€55.00 a month on internet, 2 regular payments")


def test_what_goes_on_has_not_stopped() -> None:
    rows = [bought(f"2026-{month:02}-07", "-9.00", "HULU") for month in range(3, 12)]
    records = books({"bank": euros(None, *rows)})
    said = ask("last", "out", "M Hulu", state="cancelled", records=records)
    assert "it has not stopped" in said.text


def test_what_a_purchase_was_for_is_no_second_payee() -> None:
    rows = [
        bought("2026-08-01", "-500.00", "AIRBNB"),
        bought("2026-08-22", "-40.00", "HALIFAX BREW"),
    ]
    text = "How much was the Airbnb for Halifax?"
    said = ask("sum", "out", "M Airbnb", "M Halifax", text=text,
               records=books({"bank": euros(None, *rows)}))  # fmt: skip
    assert said.first_line == "You spent €500.00 at AIRBNB."
    assert "no booking with AIRBNB says “Halifax”" in said.text


def test_a_part_of_a_name_is_left_out_of_it() -> None:
    rows = [bought("2026-08-01", "-20.00", "UBER CANADA/UBEREATS"),
            bought("2026-08-02", "-9.00", "UBER CANADA/UBERTRIP")]  # fmt: skip
    records = books({"bank": euros(None, *rows)})
    said = ask("sum", "out", "M Uber", "XC Eats", text="Uber without Eats", records=records)
    assert said.first_line.startswith("You spent €9.00 at Uber without")


def test_a_car_that_was_rented_once_is_no_rent() -> None:
    rows = [*_monthly("-1914.38", "DUNDAS W PROPS"), bought("2026-05-01", "-389.47", "BUDGET RENT")]
    records = books({"bank": euros(None, *sorted(rows, key=lambda each: each.day or ""))})
    found = targets.of_thing("rent", open_book(records.items))
    assert isinstance(found, targets.Target)
    assert found.names == ("DUNDAS W PROPS",)


def test_a_brand_and_what_it_sells_is_the_one_payee_of_that_name() -> None:
    rows = _monthly("-90.40", "BELL CANADA")
    found = targets.of_name("bell internet", open_book(books({"b": euros(None, *rows)}).items))
    assert isinstance(found, targets.Target)
    assert found.names == ("BELL CANADA",)
    assert found.is_guess


def test_what_a_pot_without_a_file_holds_is_not_told() -> None:
    said = ask("balance", "any", "ACC the holiday pot", records=RECORDS)
    assert not said.answer.is_answer
    assert said.text.startswith("No file is that of Holiday Pot")


def test_a_supermarket_is_no_filling_station_that_the_bank_cut() -> None:
    rows = [bought("2026-10-01", "-7.73", "Co-op"), bought("2026-10-02", "-50.00", "SHELL")]
    found = targets.of_thing("fuel", open_book(books({"b": euros(None, *rows)}).items))
    assert isinstance(found, targets.Target)
    assert found.names == ("SHELL",)


def test_a_slip_in_one_word_of_a_category_is_none() -> None:
    labelled = open_book(
        books({
            "bank": euros(
                None, bought("2026-10-02", "-90.00", "CITY POWER", category="Bills & Utilities")
            )
        }).items
    )  # fmt: skip
    assert isinstance(targets.of_thing("bulls tickets", labelled), targets.Missing)
    meant = targets.of_thing("bils & utilities", labelled)
    assert isinstance(meant, targets.Target)
    assert meant.names == ("Bills & Utilities",)


def test_things_that_are_listed_beside_a_payee_are_not_dropped() -> None:
    text = "Car insurance, road tax and PureGym, what did each cost?"
    said = ask(
        "sum", "out", "C Car insurance", "C road tax", "M PureGym", text=text, records=RECORDS
    )
    assert not said.answer.is_answer


def test_whoever_pays_back_need_not_say_what_for() -> None:
    records = books({
        "bank": euros(
            None,
            bought("2026-10-01", "-2430.00", "Greenview Properties", category="Rent"),
            booked("2026-10-02", "1215.00", "LENA KOWALCZYK", type="other"),
        )
    })  # fmt: skip
    said = ask("exists", "in", "M Lena", "C rent", "P in October", records=records)
    assert said.first_line.startswith("Yes")
    assert "1,215.00" in said.first_line
    assert "none of it says “rent”" in said.answer.text


def test_no_booking_is_lost_where_a_payee_has_many_spellings() -> None:
    spelled = [
        bought(f"2026-10-{1 + n % 28:02}", "-10.00", f"PAK N SAVE REF{n:03} TILL")
        for n in range(120)
    ]
    records = books({"bank": euros(None, *sorted(spelled, key=lambda each: each.day or ""))})
    outcome = ask("count", "out", "M pak n save", "P in October", records=records)
    assert outcome.first_line.startswith("120 payments")
