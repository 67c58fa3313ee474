"""Signed notes and the checkpoints in them, as C2SP's signed-note and tlog-checkpoint say.

A log's key bears the name of its origin, `runwright/<project id>`, so a key that is trusted for
one project's log says nothing about another's.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from runwright.trust.signing import SigningKey, is_signed
from runwright.trust.tree.hashing import SIZE

_ED25519 = b"\x01"
_DASH = "\N{EM DASH} "
_MOST_SIGNATURES = 100
_SIZE = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)
_NAME = re.compile(r"[^\s+]+")


class NoteError(ValueError):
    """A note, a checkpoint or a key does not have the form that the specifications give it."""


class VerifierKey(NamedTuple):
    """A public key, and the name of whose it is."""

    name: str
    public_key: bytes

    @property
    def id(self) -> bytes:
        """Four bytes that tell keys of one name apart."""
        named = self.name.encode() + b"\n" + _ED25519 + self.public_key
        return sha256(named).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{encode64(_ED25519 + self.public_key)}"


class Checkpoint(NamedTuple):
    """How large a log is, and the root of its tree."""

    origin: str
    size: int
    root: bytes


def origin_of(project_id: str) -> str:
    """The name of a project's log, and of the key that signs it."""
    return f"runwright/{project_id}"


def encode64(data: bytes) -> str:
    """Standard base64, which notes and proofs are written in."""
    return base64.b64encode(data).decode()


def decode64(text: str) -> bytes:
    """The bytes of standard base64, read strictly; `NoteError` if it is none."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise NoteError("it holds something that is not base64") from None
    if encode64(data) != text:
        raise NoteError("it holds base64 that could be written otherwise")
    return data


def parse_key(text: str) -> VerifierKey:
    """A verifier key in its text form, `<name>+<id>+<key>`."""
    parts = text.strip().split("+", 2)
    if len(parts) != 3 or not _NAME.fullmatch(parts[0]):
        raise NoteError("a verifier key looks like <name>+<8 hex digits>+<base64>")
    material = decode64(parts[2])
    key = VerifierKey(parts[0], material[1:])
    if material[:1] != _ED25519 or len(key.public_key) != 32:
        raise NoteError("the verifier key is not one of Ed25519")
    if key.id.hex() != parts[1]:
        raise NoteError("the verifier key's id does not belong to its name and bytes")
    return key


def sign(checkpoint: Checkpoint, key: SigningKey) -> str:
    """A checkpoint as a signed note."""
    text = f"{checkpoint.origin}\n{checkpoint.size}\n{encode64(checkpoint.root)}\n"
    signer = VerifierKey(checkpoint.origin, key.public_key)
    signature = encode64(signer.id + key.sign(text.encode()))
    return f"{text}\n{_DASH}{signer.name} {signature}\n"


def signer_of(note: str, keys: Iterable[VerifierKey]) -> VerifierKey | None:
    """Which of the keys signed a note, if any did; the others' signatures do not matter."""
    text, signatures = _parts(note)
    for key in keys:
        for name, key_id, signature in signatures:
            if (name, key_id) == (key.name, key.id) and is_signed(
                key.public_key, text.encode(), signature
            ):
                return key
    return None


def read(note: str) -> Checkpoint:
    """What a note says, whoever signed it."""
    lines = _parts(note)[0].split("\n")
    if len(lines) < 4 or not lines[0] or not _SIZE.fullmatch(lines[1]):
        raise NoteError("it is not a checkpoint: an origin, a size and a root, each on a line")
    root = decode64(lines[2])
    if len(root) != SIZE:
        raise NoteError("its root does not have 32 bytes")
    return Checkpoint(lines[0], int(lines[1]), root)


def _parts(note: str) -> tuple[str, list[tuple[str, bytes, bytes]]]:
    """The text, with its last line end, and the signatures: name, key id, signature."""
    text, separator, tail = note.rpartition("\n\n")
    lines = tail.split("\n")
    if not separator or lines.pop() != "" or not 0 < len(lines) <= _MOST_SIGNATURES:
        raise NoteError("it is not a signed note: a text, an empty line, then signatures")
    return text + "\n", [_signature(line) for line in lines]


def _signature(line: str) -> tuple[str, bytes, bytes]:
    name, _, encoded = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not _NAME.fullmatch(name):
        raise NoteError("it is not a signed note: a line after the text is not a signature")
    data = decode64(encoded)
    if len(data) < 5:
        raise NoteError("it is not a signed note: a signature is too short")
    return name, data[:4], data[4:]
