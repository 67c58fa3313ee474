"""A secret is shown once, has a shape that scanners find, and is nowhere stored.

`rw_<32 or more base-62 characters>_<checksum>`; at rest there is its SHA-256 and nothing else.
"""

from __future__ import annotations

import hashlib
import re
import stat
import zlib

import pytest

from db.raw import Raw
from support.client import Api, error_of
from support.server import Server

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SHAPE = re.compile(r"rw_([0-9A-Za-z]{32,})_([0-9A-Za-z]{6})")


def checksum(text: str) -> str:
    """CRC-32 in base 62, as a scanner would compute it."""
    number, digits = zlib.crc32(text.encode()), ""
    for _ in range(6):
        number, digit = divmod(number, 62)
        digits = ALPHABET[digit] + digits
    return digits


def secret_of(api: Api) -> str:
    return str(api.post("/v1/keys", {"name": "n", "scopes": ["runs:read"]}).json()["secret"])


def test_a_secret_has_the_shape_and_a_right_checksum(api: Api, server: Server) -> None:
    secrets = {secret_of(api) for _ in range(20)} | {api.secret, server.owner_key}
    assert len(secrets) == 22
    for secret in secrets:
        match = SHAPE.fullmatch(secret)
        assert match
        assert checksum(match[1]) == match[2]


@pytest.mark.parametrize("place", [3, 20, 34, 36, 41])
def test_a_mistyped_secret_is_no_key(api: Api, place: int) -> None:
    secret = secret_of(api)
    other = "b" if secret[place] == "a" else "a"
    wrong = secret[:place] + other + secret[place + 1 :]
    with Api(api.url, wrong) as stranger:
        error_of(stranger.get("/v1/runs"), 401, "unauthenticated")


def test_a_well_formed_secret_that_nobody_made_is_no_key(api: Api) -> None:
    body = "A" * 32
    with Api(api.url, f"rw_{body}_{checksum(body)}") as stranger:
        error_of(stranger.get("/v1/runs"), 401, "unauthenticated")


def test_only_the_sha256_is_at_rest(api: Api, server: Server) -> None:
    secret, raw = secret_of(api), Raw(server)
    assert raw.tables_with(hashlib.sha256(secret.encode()).hexdigest()) == {"key_secrets"}
    for part in (secret, secret.split("_")[1]):
        assert raw.tables_with(part) == set()
        assert raw.files_with(part) == []
        assert part not in server.log.read_text()


def test_a_secret_is_never_shown_again(api: Api) -> None:
    made = api.post("/v1/keys", {"name": "n", "scopes": ["runs:read"]}).json()
    shown = [
        api.get("/v1/keys"),
        api.get(f"/v1/keys/{made['id']}"),
        api.patch(f"/v1/keys/{made['id']}", {"name": "m"}),
        api.get("/v1/audit_log"),
        api.delete(f"/v1/keys/{made['id']}"),
        api.get(f"/v1/erasures/{made['id']}"),
    ]
    for answer in shown:
        assert answer.status_code == 200
        assert "secret" not in answer.text
        assert made["secret"].split("_")[1] not in answer.text


def test_the_owner_key_lies_in_a_file_for_its_owner_alone(server: Server) -> None:
    file = server.data / "owner.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert server.owner_key not in server.log.read_text()
    assert str(file) in server.log.read_text()


def test_a_refused_request_does_not_echo_its_secret(api: Api) -> None:
    answers = [
        api.get("/v1/runs/nothing"),
        api.post("/v1/runs", {"model": "x"}),
        api.get("/v1/nothing"),
    ]
    assert all(api.secret not in answer.text for answer in answers)
