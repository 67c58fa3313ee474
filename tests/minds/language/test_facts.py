"""True sentences made of slots pass unmarked; false ones are marked, whatever their form."""

from __future__ import annotations

import pytest

from minds.language.kit import checked, of_text
from runwright.minds.language.rendering import markdown

TRUE = """
You spent {r1.total} on groceries in October 2026.
You spent {r1.total} on groceries in October.
In October 2026, groceries came to {r1.total}, and rent came to {r2.total}.
Groceries in October: {r1.total}
The rent was {r2.total} in October 2026.
In October you spent {r1.total} on groceries, in September {r3.total}.
You spent {r4.total} at REWE in October.
You spent {r5.total} in October without REWE.
Except at REWE, you spent {r5.total} in October 2026.
{r6.rows[0].title} is on {r6.rows[0].start}.
{r6.rows[0].title} is on Thursday, {r6.rows[0].start:day}.
{r6.rows[0].title} begins at {r6.rows[0].start:time} and ends at {r6.rows[0].end:time}.
{r6.rows[0].title} is from {r6.rows[0].start:time} to {r6.rows[0].end:time}.
{r6.rows[1].title} on {r6.rows[1].start:weekday} is cancelled.
Your largest payment in October 2026 was {r7.rows[0].amount} to {r7.rows[0].counterparty}.
You paid {r7.rows[1].amount} to {r7.rows[1].counterparty} on {r7.rows[1].day}.
You paid REWE {r7.rows[1].amount} on Friday, {r7.rows[1].day}.
You spent more on groceries in October, {r1.total}, than in September, {r3.total} {r8.truth}.
At the rent of October, that is {= r2.total * 12} a year.
In October you spent {= r1.total - r3.total} more on groceries than in September.
You spent {r10.groups[0].total} at EDEKA and {r10.groups[1].total} at REWE in October.
You have no events on the weekend ({r11.kept} found).
You have {r6.kept} events this week.
Sie haben im Oktober 2026 {r1.total} für Lebensmittel ausgegeben.
{r6.rows[0].title} findet am Donnerstag, {r6.rows[0].start:day} statt.
""".strip().splitlines()

FALSE = """
You spent {r2.total} on groceries in October 2026.
You spent {r1.total} on rent in October 2026.
In October you spent {r3.total} on groceries, in September {r1.total}.
Groceries came to {r2.total}, and rent came to {r1.total}.
You spent {r1.total} on groceries in September 2026.
You spent {r1.total} on groceries in 2026.
You spent {r1.total} on groceries last week.
You spent {r1.total} on groceries this month.
In September you spent {= r1.total - r3.total} more on groceries than in October.
You spent {r1.total} on groceries in October 2026, all of it at REWE.
You spent {r1.total} on groceries at REWE.
You spent {r1.total} on groceries only in October.
You spent 41.03 EUR on groceries in October, {r1.total} in all.
You spent {r1.total} on groceries, three payments.
You did not spend {r1.total} on groceries in October.
You never spent {r1.total} on groceries.
You received {r1.total} for groceries in October.
You earned {r2.total} from rent in October.
On average you spent {r1.total} on groceries.
You spent at least {r1.total} on groceries in October.
You spent more than {r1.total} on groceries.
You spent {r1.total} on groceries, less than in September.
You spent {r1.total} USD on groceries in October.
You spent {r1.total} every month on groceries.
You spent {r1.total} a month on groceries.
Groceries were your largest expense with {r1.total}.
You spent most on groceries: {r1.total}.
You spent {r5.total} in October at REWE.
You spent {r5.total} in October without EDEKA.
You spent {r4.total} in October without REWE.
You spent {r4.total} at EDEKA in October.
You spent {r4.total} at REWE and EDEKA in October.
{r6.rows[0].title} is on Monday, {r6.rows[0].start:day}.
{r6.rows[0].title} is on Friday.
{r6.rows[0].title} is from {r6.rows[0].end:time} to {r6.rows[0].start:time}.
{r6.rows[0].title} begins at {r6.rows[0].end:time}.
{r6.rows[0].title} is at 12:00.
{r6.rows[0].title} is from 12:00 to 11:00.
{r6.rows[0].title} is on {r6.rows[1].start:day}.
{r6.rows[0].title} is on 20 November 2026.
{r6.rows[0].title} with Lena Vogt is on {r6.rows[0].start:day}.
{r6.rows[0].title} is cancelled, on {r6.rows[0].start:day}.
{r6.rows[1].title} is on {r6.rows[1].start:day}.
{r6.rows[0].title} is not on {r6.rows[0].start:day}.
{r6.rows[0].title} in Room 5 is on {r6.rows[0].start:day}.
Your only event is {r6.rows[0].title}.
Your longest event is {r6.rows[0].title}.
You have {r6.kept} payments this week.
You have {r6.kept} dentist appointments this week.
You have {r6.kept} events next week.
You paid {r7.rows[0].amount} to {r7.rows[1].counterparty}.
You paid REWE {r7.rows[0].amount} on {r7.rows[0].day}.
Your smallest payment in October was {r7.rows[0].amount}.
Your largest payment in October was {r7.rows[1].amount}.
You received {r7.rows[0].amount} from EDEKA.
You paid EDEKA {r7.rows[0].amount} on {r7.rows[1].day}.
You spent less on groceries in October, {r1.total}, than in September, {r3.total} {r8.truth}.
You spent more on groceries in September, {r3.total}, than in October, {r1.total} {r8.truth}.
You spent more at REWE than on groceries {r9.truth}.
In October you spent {= r1.total - r3.total} less on groceries than in September.
You spent {r10.groups[1].total} at EDEKA and {r10.groups[0].total} at REWE in October.
You spent {r10.total} at REWE in October.
Sie haben im Oktober 2026 {r2.total} für Lebensmittel ausgegeben.
Sie haben im Oktober 2026 nicht {r1.total} für Lebensmittel ausgegeben.
Sie haben im September {r1.total} für Lebensmittel ausgegeben.
{r6.rows[0].title} findet am Montag, {r6.rows[0].start:day} statt.
Sie haben nur {r1.total} für Lebensmittel ausgegeben.
""".strip().splitlines()


@pytest.mark.parametrize("text", TRUE)
def test_a_true_sentence_made_of_slots_is_kept(text: str) -> None:
    answer = of_text(text)
    assert [problem.sentence for problem in answer.problems] == []
    assert (answer.kept, answer.marked) == (1, 0)


@pytest.mark.parametrize("text", FALSE)
def test_a_false_sentence_is_marked_and_stays(text: str) -> None:
    answer = of_text(text)
    assert (answer.kept, answer.marked) == (0, 1)
    assert markdown(answer).endswith(("(not supported by your records)", "nicht belegt)"))


QUOTES = [
    ("", "Notice must be given in writing.", True),
    ("The lease says:", "Notice must be given in writing.", True),
    ("The lease says:", "Notice  must be\ngiven in writing.", True),
    ("Notice:", "Notice must be given in writing.", True),
    ("The lease says:", "Notice need not be given in writing.", False),
    ("Not in writing:", "Notice must be given in writing.", False),
    ("You have six months:", "Notice must be given in writing.", False),
    ("Lena Vogt writes:", "Notice must be given in writing.", False),
    ("The lease says:", "returned before the keys are handed over.", False),
    (
        "The tenant has six months' notice:",
        "The tenant may end the lease with three months' notice, the landlord with six months' "
        "notice.",
        False,
    ),
]


@pytest.mark.parametrize(("text", "quote", "is_kept"), QUOTES)
def test_a_quotation_stands_in_its_record_and_says_all(
    text: str, quote: str, is_kept: bool
) -> None:
    answer = checked({"type": "fact", "text": text, "quote": quote, "record": "item_l"})
    assert answer.kept == is_kept


def test_own_words_list_what_stands_nowhere() -> None:
    answer = checked(
        {"type": "text", "text": "1. Dear Ms Vogt, I pay 95.23 EUR, not 77 EUR, on 3 March 2027."}
    )
    assert answer.marked == 0
    assert "77" in answer.parts[0].unchecked
    assert "95.23" not in answer.parts[0].unchecked
    assert "1" not in answer.parts[0].unchecked
