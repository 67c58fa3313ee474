"""Signed notes and checkpoints are those of C2SP: what other tools sign and read, we do too."""

from __future__ import annotations

import base64
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.trust.signing import SigningKey
from runwright.trust.tree.note import (
    Checkpoint,
    NoteError,
    VerifierKey,
    origin_of,
    parse_key,
    read,
    sign,
    signer_of,
)

# The vector of the reference implementation, golang.org/x/mod/sumdb/note.
VERIFIER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SEED = base64.b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
NOTE = (
    f"{TEXT}\n— PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
KEY = SigningKey(bytes(range(32)))
POINT = Checkpoint(origin_of("proj_1"), 12, bytes(range(32)))
OWN = VerifierKey(POINT.origin, KEY.public_key)


def test_the_reference_key_is_read_and_written_alike() -> None:
    key = parse_key(VERIFIER)
    assert (key.name, str(key)) == ("PeterNeumann", VERIFIER)
    assert key.public_key == SigningKey(SEED).public_key


def test_the_reference_note_is_accepted() -> None:
    assert signer_of(NOTE, [parse_key(VERIFIER)]) == parse_key(VERIFIER)


def test_signing_gives_the_bytes_of_the_reference() -> None:
    key = SigningKey(SEED)
    signature = base64.b64encode(parse_key(VERIFIER).id + key.sign(TEXT.encode())).decode()
    assert f"{TEXT}\n— PeterNeumann {signature}\n" == NOTE


@pytest.mark.parametrize(
    "mangled",
    [
        VERIFIER[1:],
        VERIFIER[:-1],
        VERIFIER.replace("c74f20a3", "c74f20a4"),
        VERIFIER.replace("PeterNeumann", "PeterNeuman"),
        "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann",
        "",
    ],
)
def test_a_mangled_key_is_refused(mangled: str) -> None:
    with pytest.raises(NoteError):
        parse_key(mangled)


def test_a_checkpoint_reads_as_it_was_signed() -> None:
    note = sign(POINT, KEY)
    assert note.startswith("runwright/proj_1\n12\nAAECAwQF")
    assert read(note) == POINT
    assert signer_of(note, [OWN]) == OWN


def test_a_key_of_another_log_has_signed_nothing_here() -> None:
    note = sign(POINT, KEY)
    assert signer_of(note, [VerifierKey(origin_of("proj_2"), KEY.public_key)]) is None
    assert signer_of(note, [VerifierKey(POINT.origin, SigningKey(bytes(32)).public_key)]) is None


def test_a_witness_may_sign_along() -> None:
    """Signatures of keys that nobody asked about do not matter, whatever their kind."""
    cosigned = sign(POINT, KEY) + "— witness.example " + base64.b64encode(bytes(76)).decode() + "\n"
    assert signer_of(cosigned, [OWN]) == OWN
    assert read(cosigned) == POINT


@given(st.data())
def test_a_text_that_was_changed_anywhere_is_not_signed(data: st.DataObject) -> None:
    note = sign(POINT, KEY)
    end = note.index("\n\n")
    at = data.draw(st.integers(0, end - 1))
    new = data.draw(st.characters(codec="ascii", exclude_characters=note[at]))
    changed = note[:at] + new + note[at + 1 :]
    with contextlib.suppress(NoteError):  # it may be no note any more, which is as good
        assert signer_of(changed, [OWN]) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "runwright/proj_1\n12\n",
        sign(POINT, KEY)[:-1],
        sign(POINT, KEY).replace("\n\n", "\n"),
        sign(POINT, KEY).replace("— ", "- "),
        sign(POINT, KEY).replace("\n12\n", "\n012\n"),
        sign(POINT, KEY).replace("\n12\n", "\n-1\n"),
        sign(POINT, KEY).replace("\n12\n", "\n\u0661\n"),
        sign(POINT, KEY).replace("AAECAwQF", "AAECAwQ*"),
        sign(POINT, KEY).replace("AAECAwQF", "AAEC"),
        sign(POINT, KEY)[:-4] + "\n",
        NOTE,
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(NoteError):
        read(text)
