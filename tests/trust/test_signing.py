"""The signing key: where it comes from, who may see it, and that no other one takes its place."""

from __future__ import annotations

import base64
import pickle
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from runwright import config
from runwright.config import Settings, SettingsError
from runwright.db.database import Database
from runwright.trust import audit_keys, signing
from runwright.trust.signing import SigningKey, is_signed
from runwright.trust.tree import store

SEED = bytes(range(32))
TEXT = base64.b64encode(SEED).decode()


def settings(data: Path, key: str | None = None) -> Settings:
    return config.load(environ={}, folder=data, data=data / "data", signing_key=key)


def test_the_first_start_makes_a_key_that_its_owner_alone_can_read(tmp_path: Path) -> None:
    made = signing.load_or_make(settings(tmp_path))
    path = tmp_path / "data" / "signing.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert base64.b64decode(path.read_text()).hex() not in repr(made)
    assert [p.name for p in path.parent.iterdir()] == ["signing.key"]


def test_the_next_start_finds_it_again(tmp_path: Path) -> None:
    made = signing.load_or_make(settings(tmp_path))
    assert signing.load_or_make(settings(tmp_path)).public_key == made.public_key


def test_the_setting_wins_over_the_file(tmp_path: Path) -> None:
    signing.load_or_make(settings(tmp_path))
    found = signing.load_or_make(settings(tmp_path, TEXT))
    assert found.public_key == SigningKey(SEED).public_key


def test_the_public_key_is_that_of_rfc_8032() -> None:
    """Test 1 of section 7.1."""
    seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    signature = (
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bac"
        "c61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    )
    key = SigningKey(bytes.fromhex(seed))
    assert key.public_key.hex() == public
    assert key.sign(b"").hex() == signature
    assert is_signed(key.public_key, b"", bytes.fromhex(signature))
    assert not is_signed(key.public_key, b"x", bytes.fromhex(signature))
    assert not is_signed(key.public_key, b"", b"short")


def test_each_purpose_gets_a_secret_of_its_own() -> None:
    key = SigningKey(SEED)
    assert key.derive("a") == SigningKey(SEED).derive("a")
    assert len({key.derive("a"), key.derive("b"), SigningKey(bytes(32)).derive("a"), SEED}) == 4
    assert len(key.derive("a")) == 32


@pytest.mark.parametrize("bad", ["x", TEXT[:-4], TEXT + "AAAA", "", "ключ"])
def test_a_wrong_setting_is_told_without_showing_it(tmp_path: Path, bad: str) -> None:
    environ = {"RUNWRIGHT_SIGNING_KEY": bad}
    with pytest.raises(SettingsError, match="RUNWRIGHT_SIGNING_KEY: must be 32 bytes") as told:
        config.load(environ=environ, folder=tmp_path)
    assert not bad or bad not in str(told.value).replace("base64", "")


def test_a_broken_file_is_told_without_showing_it(tmp_path: Path) -> None:
    path = tmp_path / "data" / "signing.key"
    path.parent.mkdir()
    path.write_text("half a key")
    with pytest.raises(SettingsError, match=r"signing\.key does not hold a signing key") as told:
        signing.load(settings(tmp_path))
    assert "half" not in str(told.value)


def test_the_key_shows_itself_nowhere(tmp_path: Path) -> None:
    given = settings(tmp_path, TEXT)
    key = signing.load_or_make(given)
    assert TEXT not in f"{given!r} {given} {key!r} {key}"
    with pytest.raises(TypeError):
        pickle.dumps(key)


def test_further_processes_get_the_same_key(tmp_path: Path) -> None:
    handed = config.as_environment(settings(tmp_path, TEXT))
    assert handed["RUNWRIGHT_SIGNING_KEY"] == TEXT


def test_a_start_that_is_not_the_first_loads_no_cryptography(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from runwright.prepare import prepare; "
        "from runwright.config import Settings; "
        f"prepare(Settings(data=Path({str(tmp_path / 'data')!r}))).database.close(); "
        "print('cryptography' in sys.modules)"
    )
    said = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert said[1].stdout.splitlines()[-1] == "False"


# What the database remembers --------------------------------------------------------------------


def test_a_start_with_another_key_is_refused(database: Database, tmp_path: Path) -> None:
    database.write_now(lambda tx: audit_keys.settle(tx, settings(tmp_path)))
    other = settings(tmp_path, TEXT)
    with pytest.raises(SettingsError, match=r"not the key .* runwright audit rekey") as told:
        database.write_now(lambda tx: audit_keys.settle(tx, other))
    assert "\n" not in str(told.value)
    assert TEXT not in str(told.value)


def test_a_lost_key_is_not_replaced_silently(database: Database, tmp_path: Path) -> None:
    given = settings(tmp_path)
    database.write_now(lambda tx: audit_keys.settle(tx, given))
    signing.path_of(given).unlink()
    with pytest.raises(SettingsError, match="is missing"):
        database.write_now(lambda tx: audit_keys.settle(tx, given))
    assert not signing.path_of(given).exists()


def test_a_new_key_is_accepted_on_purpose_and_both_are_remembered(
    database: Database, tmp_path: Path
) -> None:
    first = database.write_now(lambda tx: audit_keys.settle(tx, settings(tmp_path)))
    other = settings(tmp_path, TEXT)
    second = signing.load_or_make(other)
    database.write_now(lambda tx: audit_keys.accept(tx, second, ()))
    found = database.write_now(lambda tx: audit_keys.settle(tx, other))
    assert found.public_key == second.public_key
    known = database.read_now(store.keys)
    assert [key.public_key for key in known] == [first.public_key, second.public_key]
    assert [key.number for key in known] == [1, 2]
