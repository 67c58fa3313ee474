"""An exported log, a proof and a receipt are checked with the public key alone, to the word.

Whatever somebody does to the file, the check says that it was done, and where.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from db.kit import new_project
from runwright import canonical
from runwright.cli.audit import audit as command
from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.trust import audit_export, audit_keys, audit_tree, erasures
from runwright.trust.audit_offline import NotReadable, check_export
from runwright.trust.kernel import Grant, Trail, act_as_service
from runwright.trust.scopes import Scope
from runwright.trust.signing import SigningKey
from runwright.trust.tree.frontier import Frontier
from runwright.trust.tree.note import Checkpoint, origin_of, parse_key, sign
from runwright.trust.types import Receipt
from trust.test_audit_tiles import grow

KEY, OTHER = SigningKey(bytes(range(32))), SigningKey(bytes(32))
Lines = list[dict[str, Any]]


def granted(project: str) -> Grant:
    return act_as_service(project, Scope.AUDIT_READ, action="x", trail=Trail())


class Log:
    """A log of twelve entries with a checkpoint at six, as it is exported."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.project = new_project(database)
        database.write_now(lambda tx: audit_keys.accept(tx, KEY, ()))
        grow(database, self.project, 6 - len(self.lines()[1:-1]))
        self.older = self.keep()
        grow(database, self.project, 6)
        self.key = str(audit_tree.verifier_key(self.project, KEY.public_key))

    def keep(self) -> str:
        signed = self.database.read_now(
            lambda reader: audit_tree.checkpoint(reader, self.project, KEY)
        )
        self.database.write_now(lambda tx: audit_tree.keep(tx, signed))
        return signed.note

    def lines(self) -> Lines:
        def read(reader: Reader) -> list[bytes]:
            return list(audit_export.lines(reader, granted(self.project), KEY))

        return [json.loads(line) for line in self.database.read_now(read)]

    def entries(self, lines: Lines) -> list[int]:
        """Where the entries stand among the lines."""
        return [n for n, line in enumerate(lines) if line["object"] == "audit_entry"]


@pytest.fixture
def log(database: Database) -> Log:
    """The log."""
    return Log(database)


def problems(log: Log, lines: Lines, *, key: str | None = None, older: str | None = None) -> Any:
    raw = [json.dumps(line).encode() for line in lines]
    report = check_export(raw, [parse_key(key or log.key)], [older] if older else [])
    return dict(report.problems)


def hashed(entry: dict[str, Any]) -> str:
    return canonical.sha256(canonical.dumps({n: v for n, v in entry.items() if n != "hash"}))


def rehash(lines: Lines) -> None:
    """Write the whole chain anew, as whoever can write to the database can."""
    previous = "0" * 64
    for line in lines:
        if line["object"] == "audit_entry":
            line["prev_hash"] = previous
            line["hash"] = previous = hashed(line)


def test_an_export_is_whole(log: Log) -> None:
    lines = log.lines()
    assert [line["object"] for line in lines] == [
        "audit_export",
        *["audit_entry"] * 6,
        "audit_checkpoint",
        *["audit_entry"] * 6,
        "audit_checkpoint",
    ]
    assert problems(log, lines) == {}
    assert problems(log, lines, older=log.older) == {}


def alter(log: Log, lines: Lines) -> None:
    lines[log.entries(lines)[3]]["decision"] = "denied"


def alter_and_hash(log: Log, lines: Lines) -> None:
    entry = lines[log.entries(lines)[3]]
    entry["decision"] = "denied"
    entry["hash"] = hashed(entry)


def drop(log: Log, lines: Lines) -> None:
    del lines[log.entries(lines)[3]]


def reorder(log: Log, lines: Lines) -> None:
    places = log.entries(lines)
    lines[places[3]], lines[places[4]] = lines[places[4]], lines[places[3]]


def insert(log: Log, lines: Lines) -> None:
    place = log.entries(lines)[3]
    lines.insert(place, dict(lines[place]))


def lack(log: Log, lines: Lines) -> None:
    del lines[log.entries(lines)[3]]["prev_hash"]


def put_a_float(log: Log, lines: Lines) -> None:
    lines[log.entries(lines)[3]]["detail"] = {"a": 0.5}


TAMPERING: dict[str, tuple[Callable[[Log, Lines], None], dict[str, str]]] = {
    "alter": (alter, {"entry 4": "its content does not match its hash"}),
    "alter and hash": (
        alter_and_hash,
        {
            "entry 5": "it does not follow from the entry before it",
            "the checkpoint of 6 entries": "it was signed for other entries than the file holds",
        },
    ),
    "drop": (
        drop,
        {
            "entry 4": "entry 4 is missing, 5 stands in its place",
            "the checkpoint of 6 entries": "5 entries stand before it in the file",
        },
    ),
    "reorder": (
        reorder,
        {
            "entry 4": "entry 4 is missing, 5 stands in its place",
            "the checkpoint of 6 entries": "it was signed for other entries than the file holds",
        },
    ),
    "insert": (
        insert,
        {
            "entry 5": "entry 5 is missing, 4 stands in its place",
            "the checkpoint of 6 entries": "7 entries stand before it in the file",
        },
    ),
    "lack a field": (lack, {"entry 4": "it lacks 'prev_hash'"}),
    "hold a float": (put_a_float, {"entry 4": "it holds what no entry can hold"}),
}


@pytest.mark.parametrize("how", TAMPERING)
def test_tampering_is_found_and_told_where(log: Log, how: str) -> None:
    lines = log.lines()
    change, expected = TAMPERING[how]
    change(log, lines)
    found = problems(log, lines)
    assert set(found) == set(expected)
    for place, words in expected.items():
        assert found[place].startswith(words)


def test_a_chain_that_was_written_anew_is_found_by_the_signatures(log: Log) -> None:
    lines = log.lines()
    alter(log, lines)
    rehash(lines)
    assert set(problems(log, lines)) == {"the checkpoint of 6 entries"}
    # The checkpoints that lie between bracket the place: behind the sixth, nothing is wrong there.
    lines = log.lines()
    lines[log.entries(lines)[8]]["decision"] = "denied"
    rehash(lines)
    assert set(problems(log, lines)) == {"the checkpoint of 12 entries"}


def test_who_has_the_signing_key_is_found_by_a_checkpoint_kept_elsewhere_alone(log: Log) -> None:
    lines = [line for line in log.lines()[:-1] if line["object"] != "audit_checkpoint"]
    alter(log, lines)
    rehash(lines)
    hashes = [bytes.fromhex(line["hash"]) for line in lines[1:]]
    root = _root(hashes)
    point = Checkpoint(origin_of(log.project), len(hashes), root)
    lines.append({"object": "audit_checkpoint", "note": sign(point, KEY)})
    assert problems(log, lines) == {}
    found = problems(log, lines, older=log.older)
    assert list(found) == ["the older checkpoint of 6 entries"]
    assert "the first 6 entries are not those that it was signed for" in found.popitem()[1]


def _root(leaves: list[bytes]) -> bytes:
    tree = Frontier()
    tree.append(leaves)
    return tree.root()


def test_a_log_that_was_rolled_back_is_found_by_a_checkpoint_kept_elsewhere(log: Log) -> None:
    newer = log.keep()
    lines = log.lines()
    cut = [*lines[:7], lines[7]]
    assert problems(log, cut) == {}
    found = problems(log, cut, older=newer)
    assert list(found) == ["the older checkpoint of 12 entries"]
    words = "the log has only 6 now: entries were removed, or the database was rolled back"
    assert found.popitem()[1].startswith(words)


def test_a_file_that_was_cut_says_so(log: Log) -> None:
    found = problems(log, log.lines()[:-1])
    assert found == {"the end": "the file does not end with a checkpoint: it was cut short"}


def test_another_key_has_signed_nothing_here(log: Log) -> None:
    stranger = str(audit_tree.verifier_key(log.project, OTHER.public_key))
    found = problems(log, log.lines(), key=stranger)
    assert found == {"the last checkpoint": "none of the trusted keys has signed it"}


def test_a_checkpoint_of_another_log_is_told(log: Log) -> None:
    foreign = sign(Checkpoint(origin_of("proj_other"), 6, bytes(32)), KEY)
    found = problems(log, log.lines(), older=foreign)
    assert found == {"the older checkpoint": "it is of another log, runwright/proj_other"}


def test_an_older_checkpoint_that_nobody_known_signed_is_told(log: Log) -> None:
    forged = sign(Checkpoint(origin_of(log.project), 6, bytes(32)), OTHER)
    found = problems(log, log.lines(), older=forged)
    assert found == {"the older checkpoint": "no key that is known here has signed it"}


def test_a_line_that_cannot_be_read_is_told(log: Log) -> None:
    raw = [json.dumps(line).encode() for line in log.lines()]
    raw[3] = b'{"object": "audit_entry", '
    report = check_export(raw, [parse_key(log.key)])
    assert report.problems[0] == ("line 4", "it cannot be read")
    raw[3] = b'{"object": "something"}'
    report = check_export(raw, [parse_key(log.key)])
    assert report.problems[0] == ("line 4", "it is neither an entry nor a checkpoint")


@pytest.mark.parametrize(
    "first", [b"", b"[]", b"{}", b"null", b'{"object":"audit_export","version":1}', b"\xff"]
)
def test_what_is_no_export_is_refused(first: bytes) -> None:
    with pytest.raises(NotReadable):
        check_export([first], [])


def test_a_log_whose_key_was_changed_is_whole_for_whoever_trusts_the_new_one(log: Log) -> None:
    log.database.write_now(lambda tx: audit_keys.accept(tx, OTHER, [log.project]))

    def read(reader: Reader) -> list[bytes]:
        return list(audit_export.lines(reader, granted(log.project), OTHER))

    raw = log.database.read_now(read)
    (entry,) = [json.loads(line) for line in raw if b"audit.rekey" in line]
    assert entry["detail"] == {
        "public_key": OTHER.public_key.hex(),
        "replaces": KEY.public_key.hex(),
    }
    new = audit_tree.verifier_key(log.project, OTHER.public_key)
    assert check_export(raw, [new], [log.older]).problems == []
    assert dict(check_export(raw, [parse_key(log.key)]).problems) == {
        "the last checkpoint": "none of the trusted keys has signed it"
    }


# Receipts, and the command ----------------------------------------------------------------------


def receipt_of(log: Log) -> dict[str, Any]:
    def act(tx: Any) -> None:
        grant = act_as_service(
            log.project, Scope.RUNS_WRITE, action="runs.delete", trail=tx, resource=RUN
        )
        erasures.record(tx, grant, Scope.RUNS_WRITE, id=RUN, what="run", counts={"runs": 1})

    log.database.write_now(act)

    def read(reader: Reader) -> dict[str, Any]:
        found = erasures.read(reader, granted(log.project), RUN)
        assert isinstance(found, Receipt)
        return erasures.show(reader, granted(log.project), KEY, found)[0]

    return log.database.read_now(read)


RUN = "run_01k00000000000000000000000"


def verify(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["verify", *arguments], standalone_mode=False)


def written(path: Path, value: Any) -> str:
    path.write_text(value if isinstance(value, str) else json.dumps(value, indent=2))
    return str(path)


def test_the_command_checks_a_receipt(log: Log, tmp_path: Path) -> None:
    receipt = written(tmp_path / "receipt.json", receipt_of(log))
    for arguments in (["--receipt", receipt], [receipt]):
        done = verify(*arguments, "--key", log.key)
        assert done.return_value == 0, done.output
        assert f"erased     run {RUN}" in done.output
        assert "13 of 13: runs.delete" in done.output


FORGING: dict[str, tuple[Callable[[Any], Any], str]] = {
    "counts": (lambda r: r["counts"].update(runs=2), "its signature does not belong to it"),
    "time": (lambda r: r.update(at="2020-01-01T00:00:00.000Z"), "its signature does not"),
    "entry": (lambda r: r["proof"]["entry"].update(key="key_x"), "does not match its hash"),
    "path": (lambda r: r["proof"]["hashes"].pop(), "it is not in the tree that was signed"),
    "note": (
        lambda r: r["proof"].update(note=r["proof"]["note"].replace("\n13\n", "\n14\n")),
        "none of the trusted keys has signed it",
    ),
    "no proof": (lambda r: r.update(proof=None), "the receipt has none"),
}


@pytest.mark.parametrize("how", FORGING)
def test_the_command_finds_a_forged_receipt(log: Log, tmp_path: Path, how: str) -> None:
    receipt = receipt_of(log)
    forge, words = FORGING[how]
    forge(receipt)
    done = verify("--receipt", written(tmp_path / "r.json", receipt), "--key", log.key)
    assert done.return_value == 1
    assert words in done.output
    assert "is NOT whole." in done.output


def test_a_proof_of_another_entry_does_not_prove_an_erasure(log: Log, tmp_path: Path) -> None:
    receipt = receipt_of(log)

    def read(reader: Reader) -> Any:
        signed = audit_tree.checkpoint(reader, log.project, KEY)
        return audit_tree.inclusion(reader, granted(log.project), signed, 3)

    receipt["proof"] = log.database.read_now(read)
    done = verify("--receipt", written(tmp_path / "r.json", receipt), "--key", log.key)
    assert done.return_value == 1
    assert "it is of entry 3, not of this erasure" in done.output
    alone = verify(written(tmp_path / "p.json", receipt["proof"]), "--key", log.key)
    assert alone.return_value == 0


def test_the_command_tells_that_a_key_was_not_named(log: Log, tmp_path: Path) -> None:
    lines = "".join(json.dumps(line) + "\n" for line in log.lines())
    path = written(tmp_path / "log.jsonl", lines)
    assert "The key is the file's own" in verify(path).output
    assert "The key is the file's own" not in verify(path, "--key", log.key).output


def test_the_command_takes_a_note_or_the_answer_that_has_it(log: Log, tmp_path: Path) -> None:
    lines = "".join(json.dumps(line) + "\n" for line in log.lines())
    path = written(tmp_path / "log.jsonl", lines)
    note = written(tmp_path / "old.note", log.older)
    answer = written(tmp_path / "old.json", {"object": "audit_checkpoint", "note": log.older})
    for older in (note, answer):
        done = verify(path, "--key", log.key, "--checkpoint", older)
        assert done.return_value == 0
        assert "the log still begins with the 6 entries of that checkpoint" in done.output


@pytest.mark.parametrize(
    ("content", "arguments"),
    [
        ("nothing", []),
        ("{}", []),
        ('{"object": "audit_export"}', []),
        ('{"object": "erasure"}', []),
        ('{"object": "audit_proof", "entry": 1}', []),
        ('{"object": "erasure"}', ["--key", "x"]),
    ],
)
def test_the_command_says_in_one_line_that_it_cannot_read(
    tmp_path: Path, content: str, arguments: list[str]
) -> None:
    done = verify(written(tmp_path / "file", content), *arguments)
    assert done.exception is not None
    assert getattr(done.exception, "exit_code", None) == 2
