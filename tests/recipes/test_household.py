"""The household's briefing says what its files say, and can be written again and again."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest

from recipes.conftest import RECIPES, run
from support.client import Api
from support.server import Server

SCRIPT = "household/briefing.py"
SAMPLES = RECIPES / "household" / "samples"
WEEK = "2026-11-16"


class Briefed(NamedTuple):
    """A household whose briefing was written twice."""

    api: Api
    first: subprocess.CompletedProcess[str]
    second: subprocess.CompletedProcess[str]
    before: str
    page: str
    folder: Path


@pytest.fixture(scope="module")
def briefed(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Briefed]:
    to = tmp_path_factory.mktemp("briefing")
    folder = to / WEEK
    with server.project(time_zone="Europe/Berlin") as api:
        first = run(api, SCRIPT, "--to", str(to))
        assert first.returncode == 0, first.stderr
        before = (folder / "briefing.md").read_text()
        second = run(api, SCRIPT, "--to", str(to))
        assert second.returncode == 0, second.stderr
        yield Briefed(api, first, second, before, (folder / "briefing.md").read_text(), folder)


def bookings() -> list[dict[str, str]]:
    with (SAMPLES / "household-account.csv").open(newline="") as opened:
        return list(csv.DictReader(opened))


def written(amount: Decimal) -> str:
    return f"€{amount:,.2f}"


def answer(page: str, question: str) -> str:
    """What stands between a question and the next one."""
    found = re.search(rf"^### {question}[^\n]*\n(.*?)(?=^##|^---)", page, re.S | re.M)
    assert found, question
    return found[1]


def today() -> date:
    return datetime.now(ZoneInfo("Europe/Berlin")).date()


def without_today(text: str) -> str:
    """A list of days without today's line, which depends on the hour: what is past is not free."""
    return re.sub(rf"- (?:On )?{today():%A %-d %B}[:,].*\n", "", text)


def still_to_come(days: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The days of the week that are told: those after today, or all when all are past."""
    on = {f"{day:%A}": day for day in (date.fromisoformat(WEEK) + timedelta(n) for n in range(7))}
    if all(on[name] < today() for name, _ in days):
        return list(days)
    return [(name, hours) for name, hours in days if on[name] > today()]


def test_a_second_briefing_sends_nothing_again_and_says_the_same(briefed: Briefed) -> None:
    assert "Files: 9, new: 9." in briefed.first.stdout
    assert "Files: 9, new: 0." in briefed.second.stdout
    said = [re.sub(r"run_\w+", "run", page) for page in (briefed.before, briefed.page)]
    assert without_today(said[0]) == without_today(said[1])
    assert len(briefed.api.get("/v1/agents").json()["data"]) == 1


def test_the_week_has_every_appointment_of_all_three_calendars(briefed: Briefed) -> None:
    told = answer(briefed.page, "What is on the calendar")
    assert "14 events" in told
    friday = told.partition("**Friday 20 November**\n")[2].partition("**")[0]
    assert friday.splitlines() == [
        "- 08:00–14:00 Early shift at the library, City Library",
        "- 08:30–09:15 Dentist, Dr Osei",
    ]
    assert "family.ics (2), maya.ics (5), tom.ics (7)" in told


def test_both_are_free_where_no_calendar_has_anything(briefed: Briefed) -> None:
    evenings = answer(briefed.page, "When are we both free for at least two hours from")
    assert re.findall(r"- (\w+) [^:]*: (\S+)\n", without_today(evenings)) == still_to_come(
        [(day, "17:00–21:00") for day in ("Monday", "Wednesday", "Friday")]
    )
    weekend = answer(briefed.page, "When are we both free for at least two hours on")
    free = r"- On (\w+) .*free (?:between )?(\d.*)\.\n"
    assert re.findall(free, without_today(weekend)) == still_to_come(
        [("Saturday", "15:00–18:00"), ("Sunday", "09:00 and 18:00")]
    )


def test_birthdays_of_long_ago_come_back_each_year(briefed: Briefed) -> None:
    told = answer(briefed.page, "Which birthdays")
    assert "Wednesday 25 November, all day: Grandma Ingrid's birthday" in told
    assert "Saturday 12 December, all day: Nils's birthday" in told
    assert "Tom's birthday" not in told


def test_what_has_to_be_paid_is_told_with_its_day(briefed: Briefed) -> None:
    invoices = answer(briefed.page, "Which invoices")
    assert "1 of 1 invoice is still open" in invoices
    assert "NE-2026-88107: €85.40, due on Monday 30 November 2026" in invoices
    assert "30 November 2026" in answer(briefed.page, "When is the Northlight Energy invoice due")
    trip = answer(briefed.page, "What does the class trip cost")
    assert "EUR 38.00" in trip
    assert "27 November 2026" in trip
    assert "school-letter.md" in trip


def test_payments_of_every_month_add_up(briefed: Briefed) -> None:
    told = answer(briefed.page, "Which payments come regularly")
    plain = told.replace(",", "")
    monthly = [Decimal(each) for each in re.findall(r"€([\d.]+) a month next", plain)]
    quarterly = [Decimal(each) for each in re.findall(r"€([\d.]+) a quarter next", plain)]
    assert (len(monthly), len(quarterly)) == (7, 1)
    together = sum(monthly, Decimal()) + sum(quarterly, Decimal()) / 3
    assert f"{written(together)} a month in all" in told
    assert "Harbour Homes: €1,240.00 a month" in told


def test_last_month_is_that_of_the_account_without_transfers(briefed: Briefed) -> None:
    october = [
        row
        for row in bookings()
        if row["Date"].startswith("2026-10") and row["Category"] != "Transfer"
    ]
    amounts = [Decimal(row["Amount"]) for row in october]
    spent = -sum(each for each in amounts if each < 0)
    net = sum(amounts, Decimal())
    told = answer(briefed.page, "What did we spend in October 2026 by category")
    categories = re.findall(r"- \w+: €([\d.,]+)", told)
    assert sum(Decimal(each.replace(",", "")) for each in categories) == spent
    assert f"Groceries: {written(_groceries()['2026-10'])}\n" in told
    assert f"{written(net)} more came in" in answer(briefed.page, "How much is left over")


def test_groceries_are_those_of_the_household_account_alone(briefed: Briefed) -> None:
    assert "Green Basket" in (SAMPLES / "mayas-card.ofx").read_text()
    by_month = {month: amount for month, amount in _groceries().items() if month < "2026-11"}
    assert len(by_month) == 12
    told = answer(briefed.page, "Make a CSV of our spending on groceries")
    assert f"{written(sum(by_month.values(), Decimal()))} in all" in told
    assert "mayas-card.ofx" not in briefed.page


def _groceries() -> dict[str, Decimal]:
    months: dict[str, Decimal] = defaultdict(Decimal)
    for row in bookings():
        if row["Category"] == "Groceries":
            months[row["Date"][:7]] -= Decimal(row["Amount"])
    return months


def test_the_chart_and_the_table_lie_beside_the_page(briefed: Briefed) -> None:
    links = [unquote(link) for link in re.findall(r"\]\((\S+?)\)", briefed.page)]
    assert [link[:3] + link[-4:] for link in links] == ["11-.png", "12-.csv"]
    assert (briefed.folder / links[0]).read_bytes().startswith(b"\x89PNG")
    with (briefed.folder / links[1]).open(newline="") as opened:
        total = -sum((Decimal(row["amount"]) for row in csv.DictReader(opened)), Decimal(0))
    assert written(total) in answer(briefed.page, "Make a CSV")


def test_a_dearer_subscription_is_noticed(briefed: Briefed) -> None:
    told = answer(briefed.page, "Did any subscription become more expensive")
    assert "Filmbox: €14.99 a month; it was €12.99 before 7 June 2026" in told
    assert "Tunely" not in told


def test_contracts_are_quoted_with_their_file(briefed: Briefed) -> None:
    lease = answer(briefed.page, "When does the lease end")
    assert "ends on 31 March 2027" in lease
    assert "three months to the end of a month" in lease
    assert "lease.md" in lease
    insurance = answer(briefed.page, "When does the insurance end")
    assert "30 June 2027" in insurance
    assert "insurance-policy.pdf, page 1" in insurance


def test_every_answer_names_what_it_rests_on_and_what_it_cost(briefed: Briefed) -> None:
    asked = re.findall(r"^### (.+)$", briefed.page, re.M)
    rests = re.findall(r"^_Rests on \S+\.\w+.* \(run_\w+\)_$", briefed.page, re.M)
    assert len(asked) == len(rests) == 15
    cost = re.search(r"^15 runs, ([\d.]+) USD", briefed.page, re.M)
    assert cost
    assert Decimal(cost[1]) > 0


def test_the_key_that_asked_could_do_little_and_is_gone(briefed: Briefed) -> None:
    names = [key["name"] for key in briefed.api.get("/v1/keys").json()["data"]]
    assert not any("briefing" in name for name in names)
    made = briefed.api.get("/v1/audit_log?action=keys.create&limit=1").json()["data"][0]
    done = briefed.api.get(f"/v1/audit_log?key={made['resource']}&limit=100").json()["data"]
    assert {entry["decision"] for entry in done} == {"allowed"}
    assert {entry["scope"] for entry in done} == {
        *("agents:read", "runs:read", "runs:write"),
        *("calendar:read", "documents:read", "finance:read"),
    }


def test_a_changed_file_replaces_what_it_was(server: Server, tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    shutil.copy(SAMPLES / "lease.md", files)
    settings = tmp_path / "own.toml"
    settings.write_text(
        'name = "Own"\ntime_zone = "UTC"\nrules = "Only use documents."\n'
        '[[section]]\ntitle = "Contracts"\n[[section.question]]\n'
        'ask = "When does the lease end?"\nsources = ["documents"]\n'
    )
    options = ("--settings", str(settings), "--folder", str(files), "--to", str(tmp_path / "to"))
    with server.project(time_zone="UTC") as api:
        assert run(api, SCRIPT, *options).returncode == 0
        lease = (files / "lease.md").read_text()
        (files / "lease.md").write_text(lease.replace("31 March 2027", "30 June 2028"))
        assert "Files: 1, new: 1." in run(api, SCRIPT, *options).stdout
        assert len(api.get("/v1/files").json()["data"]) == 1
    (page,) = (tmp_path / "to").rglob("briefing.md")
    assert "30 June 2028" in page.read_text()
    assert "31 March 2027" not in page.read_text()


def test_another_time_zone_is_refused_before_anything_is_sent(server: Server) -> None:
    with server.project(time_zone="UTC") as api:
        refused = run(api, SCRIPT)
        assert refused.returncode == 1
        assert "--make-project" in refused.stderr
        assert api.get("/v1/files").json()["data"] == []
