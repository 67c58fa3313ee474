"""Language models on the command line: added from a file, shown, and tried by the doctor."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.command import Command, Done
from runwright.models import catalog
from support import tiny_gguf
from support.gguf import MODEL, gguf
from support.provider import KEY, ScriptedProvider, call, reply, status
from support.server import Server

MANIFEST = """
id = "house-2026-11"
family = "text"
status = "available"
context_window = 8192
max_steps_ceiling = 16

[frozen]
provider = "mine"
mode = "language-model"
behaviour = 1
model = "some-model"
prompts = "2026-11"
replies = "{replies}"

[price]
input = "0.25"
output = "2.00"
cached = "0.03"
"""


@pytest.fixture(scope="module")
def scripted() -> Iterator[ScriptedProvider]:
    with ScriptedProvider() as server:
        yield server


@pytest.fixture
def operator(guest: Command, scripted: ScriptedProvider, tmp_path: Path) -> Command:
    """The command on the machine of a server that has a language model."""
    (tmp_path / "data").mkdir(mode=0o700)
    publish(tmp_path)
    guest.environment |= {
        "RUNWRIGHT_DATA": str(tmp_path / "data"),
        "RUNWRIGHT_MODELS": str(tmp_path / "models"),
        "RUNWRIGHT_PROVIDER_MINE_URL": f"{scripted.url}/v1",
        "RUNWRIGHT_PROVIDER_MINE_KEY": KEY,
    }
    return guest


def publish(folder: Path, replies: str = "tools") -> None:
    models = folder / "models"
    models.mkdir(exist_ok=True)
    (models / "house-2026-11.toml").write_text(MANIFEST.format(replies=replies))
    (models / "aliases.toml").write_text('# ours\nhouse = "house-2026-11"\n')


def line(done: Done, what: str) -> dict[str, Any]:
    (found,) = [each for each in done.json["checks"] if each["what"] == what]
    return dict(found)


# The doctor -------------------------------------------------------------------------------------


def tried(operator: Command, *options: str, **environment: str) -> dict[str, Any]:
    done = operator("doctor", "--only", "here", "--json", *options, **environment)
    assert KEY not in done.out + done.err
    return line(done, "house-2026-11")


def test_a_model_that_answers_is_well(operator: Command, scripted: ScriptedProvider) -> None:
    scripted.tell("some-model", {"calls": [call("ready", "{}")]})
    found = tried(operator)
    host = scripted.url.removeprefix("http://")
    seen = f"some-model of the provider mine at {host} answers"
    assert (found["state"], found["seen"]) == ("ok", seen)
    (asked,) = scripted.asked("some-model")
    assert [each["function"]["name"] for each in asked["body"]["tools"]] == ["ready"]


@pytest.mark.parametrize(
    ("act", "state", "seen", "advice"),
    [
        (status(401), "fail", "the key is wrong", "RUNWRIGHT_PROVIDER_MINE_KEY"),
        (status(404), "fail", "there is no such model", "install it there"),
        ({"drop": True}, "fail", "it cannot be reached", "RUNWRIGHT_PROVIDER_MINE_URL"),
        (
            status(429, error={"code": "insufficient_quota", "message": "none left"}),
            "fail",
            "no credit is left",
            "add credit",
        ),
        (status(500), "fail", "the provider fails", "status page"),
        (status(429, retry_after="120"), "warn", "limits the rate", "later"),
        (reply("I am ready."), "warn", "called no tool", 'replies = "json"'),
        ({"text": "I am", "finish": "length"}, "ok", "answers", ""),
    ],
)
def test_a_failure_is_named_with_what_to_do(
    operator: Command,
    scripted: ScriptedProvider,
    act: dict[str, Any],
    state: str,
    seen: str,
    advice: str,
) -> None:
    scripted.tell("some-model", act)
    found = tried(operator)
    assert found["state"] == state, found
    assert seen in found["seen"]
    assert advice in found["advice"]


def test_a_provider_that_is_away_is_named(operator: Command) -> None:
    found = tried(operator, RUNWRIGHT_PROVIDER_MINE_URL="http://127.0.0.1:9/v1")
    assert (found["state"], "cannot be reached" in found["seen"]) == ("fail", True)


def test_a_provider_without_an_address_is_told_which_variable_sets_it(operator: Command) -> None:
    del operator.environment["RUNWRIGHT_PROVIDER_MINE_URL"]
    found = tried(operator)
    assert found["state"] == "fail"
    assert "RUNWRIGHT_PROVIDER_MINE_URL" in found["seen"]


def test_offline_asks_nobody(operator: Command, scripted: ScriptedProvider) -> None:
    scripted.tell("some-model")
    found = tried(operator, "--offline")
    assert (found["state"], "was not asked" in found["seen"]) == ("ok", True)
    assert scripted.asked("some-model") == []


def test_a_provider_that_no_snapshot_uses_is_named(operator: Command) -> None:
    other = {"RUNWRIGHT_PROVIDER_OTHER_URL": "http://127.0.0.1:9/v1"}
    done = operator("doctor", "--only", "here", "--json", "--offline", **other)
    assert line(done, "provider other")["state"] == "warn"


def test_a_server_with_embedded_models_alone_says_so(guest: Command, server_data: str) -> None:
    done = guest("doctor", "--only", "here", "--json", "--data", server_data)
    assert line(done, "models")["seen"] == "3 snapshots, all embedded: no language model is asked"


def test_a_gguf_file_is_tried_in_its_own_process(guest: Command, tmp_path: Path) -> None:
    tiny_gguf.write(tmp_path)
    (tmp_path / "data").mkdir(mode=0o700)
    added = guest("models", "add", tiny_gguf.NAME, "--json").json
    there = {**added["settings"], "RUNWRIGHT_DATA": str(tmp_path / "data")}
    done = guest("doctor", "--only", "here", "--json", **there)
    assert line(done, added["snapshot"])["state"] == "ok", done.out
    with (tmp_path / tiny_gguf.NAME).open("ab") as file:
        file.write(b"\0")
    done = guest("doctor", "--only", "here", "--json", **there)
    assert line(done, added["snapshot"])["state"] == "fail"


# A model is shown -------------------------------------------------------------------------------


def test_show_says_who_answers_for_an_alias(operator: Command, tmp_path: Path) -> None:
    operator.environment["RUNWRIGHT_PROVIDER_MINE_URL"] = "http://user:pass@models.example:8000/v1"
    settings = {name: each for name, each in operator.environment.items() if "_DATA" not in name}
    with Server(tmp_path / "served", settings=settings) as server:
        there = {"RUNWRIGHT_URL": server.url, "RUNWRIGHT_API_KEY": server.owner_key}
        shown = operator("models", "show", "house", **there).out
        origin = operator("models", "show", "house", "--json", **there).json["origin"]
    lines = [" ".join(each.split()) for each in shown.splitlines()]
    assert lines[1:8] == [
        "alias of house-2026-11",
        "answers a language model: some-model",
        "provider mine",
        "at models.example:8000",
        "prompts 2026-11",
        "price 0.25 USD a million tokens in, 0.03 USD a million cached, 2.00 USD a million out",
        "context window 8,192",
    ]
    assert (origin["snapshot"], origin["host"]) == ("house-2026-11", "models.example:8000")
    assert "pass" not in shown
    assert KEY not in shown


def test_show_says_that_the_embedded_mind_keeps_everything(command: Command) -> None:
    shown = command("models", "show", "y0-fast").out
    assert "the embedded mind; nothing leaves the server" in shown
    assert "y0-fast-2026-11" in shown


# A model is added -------------------------------------------------------------------------------


def test_a_file_becomes_a_snapshot_that_a_server_can_load(guest: Command, tmp_path: Path) -> None:
    weights = tmp_path / "weights"
    weights.mkdir()
    file = weights / "Tiny Llama_Q4.gguf"
    file.write_bytes(gguf(MODEL))
    done = guest("models", "add", str(file), "--alias", "y0-fast")
    assert done.code == 0, done
    assert f"export RUNWRIGHT_MODELS={tmp_path / 'models'}\n" in done.out
    assert f"export RUNWRIGHT_PROVIDER_LOCAL_PATH={weights}\n" in done.out
    assert "runwright doctor" in done.out

    known = catalog.load(tmp_path / "models")
    snapshot = known.known("y0-fast")
    assert snapshot.id.startswith("tiny-llama-q4-20")
    assert snapshot.context_window == 4096
    assert snapshot.language is not None
    assert snapshot.language.model == "Tiny Llama_Q4.gguf"
    assert snapshot.language.weights == hashlib.sha256(file.read_bytes()).hexdigest()


def test_a_frozen_snapshot_is_not_overwritten(guest: Command, tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(gguf(MODEL))
    assert guest("models", "add", "a.gguf", "--name", "house-2026-11").code == 0
    manifest = tmp_path / "models" / "house-2026-11.toml"
    before = manifest.read_bytes()
    for name in ("house-2026-11", "y0-fast-2026-11"):
        refusal = guest.fails(2, "models", "add", "a.gguf", "--name", name)
        assert f"{name} is there already" in refusal
    assert manifest.read_bytes() == before
    assert [path.name for path in manifest.parent.iterdir()] == ["house-2026-11.toml"]


def test_an_alias_moves_and_the_others_stay(operator: Command, tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(gguf(MODEL))
    aliases = tmp_path / "models" / "aliases.toml"
    aliases.write_text(aliases.read_text() + 'other = "house-2026-11"\n')
    given = ["models", "add", "a.gguf", "--name", "b-2027-01", "--alias", "house"]
    assert operator(*given).code == 0
    assert aliases.read_text() == '# ours\nother = "house-2026-11"\n"house" = "b-2027-01"\n'


@pytest.mark.parametrize(
    ("content", "options", "reason"),
    [
        (b"PK\x03\x04 rubbish", [], "not a GGUF file"),
        (b"", [], "cut off"),
        (gguf(MODEL)[:60], [], "cut off"),
        (gguf(MODEL), ["--window", "100000"], "4,096 tokens at most"),
        (gguf(MODEL), ["--alias", "y0-fast-2026-11"], "cannot be an alias"),
        (gguf(MODEL), ["--alias", "a b"], "cannot be an alias"),
        (gguf(MODEL), ["--name", "!!"], "a letter or a figure"),
    ],
)
def test_what_cannot_be_added_is_refused_and_leaves_nothing(
    guest: Command, tmp_path: Path, content: bytes, options: list[str], reason: str
) -> None:
    (tmp_path / "a.gguf").write_bytes(content)
    assert reason in guest.fails(2, "models", "add", "a.gguf", *options)
    assert not (tmp_path / "models").exists()


def test_a_file_outside_the_folder_that_is_set_is_refused(guest: Command, tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(gguf(MODEL))
    (tmp_path / "weights").mkdir()
    there = {"RUNWRIGHT_PROVIDER_LOCAL_PATH": str(tmp_path / "weights")}
    assert "move it there" in guest.fails(2, "models", "add", "a.gguf", **there)


def test_a_file_without_a_chat_template_is_added_with_a_warning(
    guest: Command, tmp_path: Path
) -> None:
    pairs = {name: each for name, each in MODEL.items() if "template" not in name}
    (tmp_path / "a.gguf").write_bytes(gguf(pairs))
    done = guest("models", "add", "a.gguf")
    assert (done.code, "no chat template" in done.err) == (0, True)
