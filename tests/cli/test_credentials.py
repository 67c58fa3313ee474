"""Keys of logins lie in a file that only its owner can read, and go only where they belong."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from cli.command import Command
from runwright.cli import connection, credentials
from runwright.cli.exits import Told
from support.client import Api
from support.server import Server


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home and a folder in which nothing is."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("RUNWRIGHT_URL", "RUNWRIGHT_API_KEY", "RUNWRIGHT_DATA"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


def test_what_is_written_is_read_again_and_is_private() -> None:
    kept = credentials.Credentials().with_key("http://a", "rw_a").with_key("https://b/x", 'rw_"b\\')
    where = credentials.write(kept)
    assert credentials.read() == kept
    assert kept.default == "https://b/x"
    assert stat.S_IMODE(where.stat().st_mode) == 0o600
    assert stat.S_IMODE(where.parent.stat().st_mode) == 0o700
    assert [path.name for path in where.parent.iterdir()] == ["credentials.toml"]


@pytest.mark.usefixtures("home")
def test_a_loose_umask_opens_nothing() -> None:
    before = os.umask(0)
    try:
        where = credentials.write(credentials.Credentials().with_key("http://a", "rw_a"))
    finally:
        os.umask(before)
    assert stat.S_IMODE(where.stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o606, 0o620])
def test_a_file_that_others_can_reach_is_not_used(mode: int) -> None:
    where = credentials.write(credentials.Credentials().with_key("http://a", "rw_hunter2"))
    where.chmod(mode)
    with pytest.raises(Told, match="chmod 600") as refused:
        credentials.read()
    assert "hunter2" not in str(refused.value)
    assert refused.value.code == 2


@pytest.mark.parametrize("text", ["not toml = = ", "[servers.'http://a']\nkey = 3\n", "\udcff"])
def test_a_broken_file_is_one_clear_line(text: str) -> None:
    where = credentials.write(credentials.Credentials())
    where.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(Told, match=r"credentials\.toml"):
        credentials.read()


def test_a_failed_write_leaves_the_old_file_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = credentials.Credentials().with_key("http://a", "rw_a")
    where = credentials.write(kept)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        credentials.write(kept.with_key("http://b", "rw_b"))
    assert credentials.read() == kept
    assert len(list(where.parent.iterdir())) == 1


def test_forgetting_one_keeps_the_others() -> None:
    kept = credentials.Credentials().with_key("http://a", "rw_a").with_key("http://b", "rw_b")
    assert kept.without("http://b") == credentials.Credentials(
        default="http://a", keys={"http://a": "rw_a"}
    )
    assert kept.without("http://a").default == "http://b"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("HTTP://Server:8080/", "http://server:8080"),
        ("https://server/behind/a/proxy/", "https://server/behind/a/proxy"),
        (" http://[::1]:8080 ", "http://[::1]:8080"),
    ],
)
def test_an_address_has_one_form(given: str, meant: str) -> None:
    assert credentials.address(given) == meant


@pytest.mark.parametrize("given", ["127.0.0.1:8080", "ftp://x", "http://", "http://me:pw@server"])
def test_what_is_no_address_is_refused(given: str) -> None:
    with pytest.raises(Told) as refused:
        credentials.address(given)
    assert "pw" not in str(refused.value)


# Which server, which key ------------------------------------------------------------------------


def test_the_server_is_the_named_one_the_variables_the_last_logins_or_the_usual(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert connection.server_address(None) == "http://127.0.0.1:8080"
    credentials.write(credentials.Credentials().with_key("http://last", "rw_a"))
    assert connection.server_address(None) == "http://last"
    monkeypatch.setenv("RUNWRIGHT_URL", "http://variable/")
    assert connection.server_address(None) == "http://variable"
    assert connection.server_address("http://named") == "http://named"


def test_a_key_goes_only_to_its_own_server(monkeypatch: pytest.MonkeyPatch) -> None:
    credentials.write(credentials.Credentials().with_key("http://a", "rw_a"))
    found = connection.key_for("http://a")
    assert found is not None
    assert found.secret == "rw_a"
    assert connection.key_for("http://a:81") is None
    assert connection.key_for("https://a") is None
    monkeypatch.setenv("RUNWRIGHT_API_KEY", " rw_variable ")
    found = connection.key_for("http://a")
    assert found == ("rw_variable", "in RUNWRIGHT_API_KEY")


def owner_key(folder: Path, mode: int = 0o600) -> None:
    folder.mkdir(exist_ok=True)
    path = folder / "owner.key"
    path.write_text("rw_owner\n")
    path.chmod(mode)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8080", "http://localhost:1", "http://[::1]:8080"]
)
def test_on_the_servers_machine_its_owner_needs_no_login(url: str) -> None:
    assert connection.key_for(url) is None
    owner_key(Path(".data"))
    found = connection.key_for(url)
    assert found == ("rw_owner", "in .data/owner.key")


@pytest.mark.parametrize(
    "url", ["http://192.168.1.2:8080", "https://example.com", "http://localhost.example.com"]
)
def test_the_owner_key_never_leaves_the_machine(url: str) -> None:
    owner_key(Path(".data"))
    assert connection.key_for(url) is None


def test_an_owner_key_that_others_can_read_is_not_used() -> None:
    owner_key(Path(".data"), 0o644)
    assert connection.key_for("http://127.0.0.1:8080") is None


def test_the_data_folder_is_the_servers(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    owner_key(home / "elsewhere")
    Path("runwright.toml").write_text(f"data = {str(home / 'elsewhere')!r}\n")
    assert connection.key_for("http://127.0.0.1:8080") is not None
    Path("runwright.toml").unlink()
    assert connection.key_for("http://127.0.0.1:8080") is None
    monkeypatch.setenv("RUNWRIGHT_DATA", str(home / "elsewhere"))
    assert connection.key_for("http://127.0.0.1:8080") is not None


def test_a_login_goes_before_the_owner_key() -> None:
    owner_key(Path(".data"))
    credentials.write(credentials.Credentials().with_key("http://127.0.0.1:8080", "rw_login"))
    found = connection.key_for("http://127.0.0.1:8080")
    assert found is not None
    assert found.secret == "rw_login"


# As it is used ----------------------------------------------------------------------------------


def test_the_first_run_beside_a_server_needs_no_login(server: Server, guest: Command) -> None:
    guest.environment["RUNWRIGHT_DATA"] = str(server.data)
    done = guest("run", "What is 2 + 2?")
    assert done.code == 0, done
    assert done.out.splitlines()[0] == "4."


def test_no_key_is_in_an_error(command: Command, api: Api) -> None:
    assert api.secret not in command.fails(1, "runs", RUNWRIGHT_URL="http://127.0.0.1:1")
