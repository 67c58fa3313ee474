"""Checking an exported log, a proof or a receipt with public keys alone: no database, no network.

Everything is computed again from what lies there. A `Report` says what was found, and for each
thing that is wrong where it is and what.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from runwright.trust import audit
from runwright.trust.tree.frontier import Frontier
from runwright.trust.tree.hashing import SIZE
from runwright.trust.tree.note import (
    Checkpoint,
    NoteError,
    VerifierKey,
    encode64,
    parse_key,
    read,
    signer_of,
)

EXPORT = "audit_export"
ENTRY = "audit_entry"
CHECKPOINT = "audit_checkpoint"


class NotReadable(Exception):
    """What was given is no such thing at all."""


@dataclass(slots=True)
class Report:
    """What was checked, and what is wrong."""

    facts: list[tuple[str, str]] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    """Where, and what."""

    def wrong(self, where: str, what: str) -> None:
        """Note that something is wrong."""
        self.problems.append((where, what))


def check_export(
    lines: Iterable[bytes], keys: Sequence[VerifierKey], older: Sequence[str] = ()
) -> Report:
    """Check an exported log: chain, tree, signatures, and checkpoints that were kept elsewhere.

    Without `keys` those that the file itself names are believed.
    """
    remaining = iter(lines)
    header = _header(next(remaining, b""))
    try:
        named = [parse_key(text) for text in header["verifier_keys"]]
    except NoteError as error:
        raise NotReadable(f"this is not an exported audit log: {error}") from None
    walk = _Walk(header["origin"], tuple(keys or named), tuple(named))
    for note in older:
        walk.expect(note)
    for line in remaining:
        walk.take(line)
    return walk.finish()


def _header(line: bytes) -> Mapping[str, Any]:
    try:
        header = orjson.loads(line)
        is_export = header["object"] == EXPORT and header["version"] == 1
        texts = [header["origin"], *header["verifier_keys"]]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        is_export, texts = False, []
    if not is_export or not all(isinstance(text, str) for text in texts):
        raise NotReadable("this is not an exported audit log")
    return dict(header)


class _Walk:
    """Goes through an export line by line, and keeps no line."""

    def __init__(
        self, origin: str, trusted: tuple[VerifierKey, ...], named: tuple[VerifierKey, ...]
    ) -> None:
        self._origin = origin
        self._trusted = trusted
        self._named = named
        self._report = Report()
        self._tree = Frontier()
        self._line = 1
        self._previous = audit.FIRST_PREV_HASH
        self._chain_is_whole = True
        self._last: Checkpoint | None = None
        """The checkpoint in the last line, if it was one."""
        self._signer: VerifierKey | None = None
        self._agreed = 0
        self._disagreed = False
        self._expected: list[Checkpoint] = []
        self._roots: dict[int, bytes] = {}
        """By size: the root of the tree, where an older checkpoint wants to know it."""

    def expect(self, note: str) -> None:
        """A checkpoint that was kept elsewhere: the log must begin with what it was signed for."""
        found = self._read(note, "the older checkpoint")
        if found is None:
            return
        if signer_of(note, (*self._trusted, *self._named)) is None:
            self._report.wrong("the older checkpoint", "no key that is known here has signed it")
        else:
            self._expected.append(found)
            self._roots[found.size] = b""

    def take(self, line: bytes) -> None:
        """The next line."""
        self._line += 1
        try:
            value = orjson.loads(line)
            kind = value["object"]
        except (orjson.JSONDecodeError, KeyError, TypeError):
            self._report.wrong(f"line {self._line}", "it cannot be read")
            return
        if kind == ENTRY:
            self._take_entry(value)
        elif kind == CHECKPOINT:
            self._take_checkpoint(value)
        else:
            self._report.wrong(f"line {self._line}", "it is neither an entry nor a checkpoint")

    def _take_entry(self, entry: Mapping[str, Any]) -> None:
        self._last = None
        place = self._tree.size + 1
        if self._chain_is_whole and (reason := _broken(entry, place, self._previous)):
            self._chain_is_whole = False
            self._report.wrong(f"entry {place}", reason)
        self._previous = entry.get("hash", "")
        self._tree.append([_leaf(self._previous)])
        if self._tree.size in self._roots:
            self._roots[self._tree.size] = self._tree.root()

    def _take_checkpoint(self, value: Mapping[str, Any]) -> None:
        where = f"line {self._line}"
        note = value.get("note")
        found = self._read(note if isinstance(note, str) else "", where)
        if found is None or note is None:
            return
        where = f"the checkpoint of {found.size:,} entries"
        self._last, self._signer = found, signer_of(note, self._trusted)
        if self._signer is None and signer_of(note, self._named) is None:
            self._report.wrong(where, "no key that is known here has signed it")
        elif (found.size, found.root) == (self._tree.size, self._tree.root()):
            self._agreed += 1
        elif not self._disagreed:
            self._disagreed = True
            self._report.wrong(where, self._difference(found))

    def _difference(self, found: Checkpoint) -> str:
        if found.size != self._tree.size:
            return f"{self._tree.size:,} entries stand before it in the file"
        return (
            "it was signed for other entries than the file holds: one or more of them were "
            "replaced, and the chain was written anew"
        )

    def _read(self, note: str, where: str) -> Checkpoint | None:
        try:
            found = read(note)
        except NoteError as error:
            self._report.wrong(where, str(error))
            return None
        if found.origin != self._origin:
            self._report.wrong(where, f"it is of another log, {found.origin}")
            return None
        return found

    def finish(self) -> Report:
        """Look at what only the end can show."""
        report, size = self._report, self._tree.size
        if self._last is None:
            report.wrong("the end", "the file does not end with a checkpoint: it was cut short")
        elif self._signer is None:
            report.wrong("the last checkpoint", "none of the trusted keys has signed it")
        for older in self._expected:
            self._compare(older)
        report.facts.insert(0, ("log", self._origin))
        report.facts.insert(1, ("entries", f"{size:,}" + self._chain()))
        report.facts.insert(2, ("root", encode64(self._tree.root())))
        if self._signer is not None:
            report.facts.insert(3, ("signed by", str(self._signer)))
        report.facts.insert(4, ("checkpoints", f"{self._agreed:,} in the file agree with it"))
        return report

    def _chain(self) -> str:
        return ", each follows from the one before it" if self._chain_is_whole else ""

    def _compare(self, older: Checkpoint) -> None:
        where = f"the older checkpoint of {older.size:,} entries"
        if older.size > self._tree.size:
            self._report.wrong(
                where,
                f"the log has only {self._tree.size:,} now: entries were removed, or the database "
                "was rolled back to an older copy",
            )
        elif older.size and self._roots[older.size] != older.root:
            self._report.wrong(
                where,
                f"the first {older.size:,} entries are not those that it was signed for: entries "
                "among them were altered since, or the log has split",
            )
        else:
            self._report.facts.append(
                (
                    "older",
                    f"the log still begins with the {older.size:,} entries of that checkpoint",
                )
            )


def _broken(entry: Mapping[str, Any], place: int, previous: str) -> str | None:
    try:
        return audit.broken(entry, place, previous)
    except KeyError as error:
        return f"it lacks {error}"
    except (TypeError, ValueError, RecursionError):
        return "it holds what no entry can hold"


def _leaf(entry_hash: Any) -> bytes:
    try:
        data = bytes.fromhex(entry_hash)
    except (TypeError, ValueError):
        return b""
    return data if len(data) == SIZE else b""
