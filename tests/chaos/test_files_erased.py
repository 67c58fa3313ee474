"""Erasing is erasing: a planted word is in no file of the data folder a few seconds after."""

from __future__ import annotations

import random
import string
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chaos.graph import decoded, rows, tables
from support.client import Api, error_of
from support.patience import until
from support.server import Server

WITHIN = 5.0
CHUNK = 4 * 1024 * 1024


def new_marker() -> str:
    """A word that nothing else holds; it ends so that its stem is shorter."""
    letters = random.SystemRandom().choices(string.ascii_lowercase, k=14)
    return "z" + "".join(letters).replace("e", "o") + "ing"


def spellings(marker: str) -> list[bytes]:
    """How it may be written: as it is or cut to its stem, in the encodings that programs use."""
    stem = marker.removesuffix("ing")
    return [stem.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")]


def holding(folder: Path, marker: str) -> list[str]:
    """The files of a folder that hold a word, in whatever case."""
    wanted = spellings(marker)
    longest = max(map(len, wanted))
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        if any(word in path.name.lower().encode() for word in wanted):
            found.append(f"the name of {path}")
        tail = b""
        with path.open("rb") as file:
            while piece := file.read(CHUNK):
                text = (tail + piece).lower()
                if any(word in text for word in wanted):
                    found.append(str(path))
                    break
                tail = text[-longest:]
    return found


def planted(marker: str) -> dict[str, bytes]:
    """Files of several kinds, all of which hold the word."""
    name = marker.capitalize()
    calendar = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VEVENT\r\n"
        f"UID:{marker}@example.org\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261120T090000Z\r\n"
        f"DTEND:20261120T093000Z\r\nSUMMARY:Meeting about {marker}\r\n"
        f"LOCATION:{name} Street 4\r\nATTENDEE;CN={name} Solberg:mailto:{marker}@example.org\r\n"
        "END:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    bank = (
        "Date,Description,Counterparty,Amount,Currency\n"
        f"2026-10-01,Rent {marker},{name} Ltd,-1200.00,EUR\n"
        f"2026-10-05,Salary,{name} Ltd,3500.00,EUR\n2026-10-17,Grocery {marker},Shop,-42.10,EUR\n"
    )
    prose = f"The {marker} of Oslo was signed by Ingrid {name}. Nobody else saw the {marker}.\n\n"
    return {
        "txt": (prose * 200).encode(),
        "md": f"# The {name} report\n\n{prose}## {marker}\n\n{prose}".encode(),
        "csv": bank.encode(),
        "ics": calendar.encode(),
        "utf16.txt": prose.encode("utf-16"),
        "upper.txt": prose.upper().encode(),
        "unreadable.pdf": b"%PDF-1.7\n" + marker.encode() * 50,
    }


@pytest.fixture
def server(new_server: Callable[..., Server]) -> Iterator[Server]:
    """A server with a log of everything, and a database of its own."""
    with new_server(settings={"RUNWRIGHT_LOG_LEVEL": "debug"}) as made:
        yield made


def _plant(server: Server, api: Api, marker: str) -> list[str]:
    """Upload them all, each in its own name and with its own metadata, and wait for the last
    vector."""
    sent = []
    for ending, content in planted(marker).items():
        made = api.upload(
            content,
            f"{marker}-report.{ending}",
            metadata={marker: "key", "value": f"of {marker}"},
            headers={"Idempotency-Key": f"upload-{ending}"},
        )
        assert made.status_code == 200, made.text
        sent.append(str(made.json()["id"]))
    for file_id in sent:
        api.settled(file_id)
    until(lambda: not rows(server, "queued_jobs"), "everything is embedded")
    return sent


def _use(api: Api, marker: str) -> list[str]:
    """Runs that read what was planted, in every way there is."""
    sources = ["documents", "finance", "calendar"]
    prompt = f"What do we know about {marker}?"
    made = [api.run(prompt, context=sources, metadata={"about": marker})["id"]]
    deep = api.run(prompt, model="y0-deep", context=sources, metadata={"about": marker})["id"]
    api.finished(deep)
    for source in sources:
        found = api.get("/v1/context/search", params={"source": source, "q": marker})
        assert marker in found.text.lower(), (source, found.text)
        api.get("/v1/context/entities", params={"source": source, "q": marker})
        api.get("/v1/context/items", params={"source": source})
    api.get("/v1/files", params={f"metadata.{marker}": "key"})
    return [*made, str(deep)]


def _erase(api: Api, files: list[str], runs: list[str]) -> None:
    for file_id in files:
        assert api.delete(f"/v1/files/{file_id}").status_code == 200
    for run_id in runs:
        assert api.delete(f"/v1/runs/{run_id}").status_code == 200


def test_no_file_of_the_data_folder_holds_an_erased_word(kind: str, server: Server) -> None:
    """Database, write-ahead log, originals, logs: searched while the server goes on."""
    if kind == "postgresql":
        pytest.skip("there the tables are searched: see the next test")
    marker = new_marker()
    with server.project() as api:
        files = _plant(server, api, marker)
        runs = _use(api, marker)
        assert len(holding(server.data, marker)) >= 2, "the search finds nothing: it is broken"
        _erase(api, files, runs)
        last = time.monotonic()
        while (found := holding(server.data, marker)) and time.monotonic() < last + WITHIN:
            time.sleep(0.1)
        assert found == []
        assert holding(server.log.parent, marker) == []
        _check_records(api, files)
    server.stop()
    assert holding(server.data, marker) == []


@pytest.mark.usefixtures("kind")
def test_no_row_holds_an_erased_word(server: Server) -> None:
    """The same in the tables, on both databases."""
    marker = new_marker()
    with server.project() as api:
        files = _plant(server, api, marker)
        runs = _use(api, marker)
        assert _rows_with(server, marker) != []
        _erase(api, files, runs)
        assert _rows_with(server, marker) == []
        until(lambda: holding(server.data, marker) == [], "no file holds it", WITHIN)
        _check_records(api, files)


def _rows_with(server: Server, marker: str) -> list[str]:
    wanted = [marker.removesuffix("ing"), *(word.hex() for word in spellings(marker))]
    capital = marker.removesuffix("ing").capitalize().encode().hex()
    found = []
    for table in tables(server):
        for row in rows(server, table):
            text = decoded(row).lower()
            if any(word in text for word in (*wanted, capital)):
                found.append(f"{table}: {text[:200]}")
    return found


def _check_records(api: Api, files: list[str]) -> None:
    """The ids stay: in the audit log, and as what was deleted."""
    for file_id in files:
        actions = [e["action"] for e in api.audit(resource=file_id)]
        assert actions[0] == "files.create"
        assert actions[-1] == "files.delete"
        error_of(api.get(f"/v1/files/{file_id}"), 409, "already_deleted")


@pytest.mark.usefixtures("kind")
def test_what_a_failed_reading_had_found_is_erased_at_once(server: Server) -> None:
    """A file that turns out unreadable keeps its bytes until it is deleted, and nothing else."""
    marker = new_marker()
    with server.project() as api:
        content = (
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VEVENT\r\n"
            f"UID:1\r\nSUMMARY:{marker}\r\n"
        )
        made = api.upload(content.encode(), "a.ics").json()
        if api.settled(made["id"])["status"] == "processed":
            pytest.skip("this reader makes something of half a calendar")
        assert _rows_with(server, marker) == []
        assert api.get(f"/v1/files/{made['id']}/content").text == content
        assert api.delete(f"/v1/files/{made['id']}").status_code == 200
        until(lambda: holding(server.data, marker) == [], "no file holds it", WITHIN)
