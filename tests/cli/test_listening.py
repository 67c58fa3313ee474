"""Events reach an address on this machine, signed as a webhook of the server would sign them."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cli.command import Command
from runwright.client import SignatureVerificationError, verify_webhook
from support.client import Api
from support.patience import PATIENCE, until
from support.receiver import Receiver

SECRET = "whsec_" + "QUJD" * 8


@contextmanager
def running(command: Command, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A command that runs until Ctrl-C."""
    process = subprocess.Popen(
        [sys.executable, "-m", "runwright", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**command.process_environment(), "PYTHONUNBUFFERED": "1"},
        cwd=command.folder,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def line_with(stream: Iterator[str] | None, text: str) -> str:
    assert stream is not None
    return next(line for line in stream if text in line).strip()


def since(api: Api) -> tuple[str, str]:
    """Listen from here on: what happens while the command still connects is not missed."""
    api.run()
    return "--after", api.get("/v1/events").json()["data"][0]["id"]


def test_an_event_is_forwarded_signed_and_told(command: Command, api: Api) -> None:
    listen = ("listen", *since(api))
    with Receiver() as receiver, running(command, *listen, f"{receiver.url}/hook") as process:
        secret = line_with(process.stderr, "Signing secret").rpartition(" ")[2]
        run = api.run()["id"]
        told = line_with(process.stdout, run)
        assert re.fullmatch(rf"run\.completed  {run}  20\d  \S+ ms", told)
        (request,) = receiver.got("/hook")
        event = verify_webhook(request["body"], request["headers"], secret)
        assert event.subject_id == run
        assert api.get(f"/v1/events/{event.id}").json() == json.loads(request["body"])
        with pytest.raises(SignatureVerificationError):
            verify_webhook(request["body"], request["headers"], SECRET)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 130


def test_ones_own_secret_signs_and_earlier_events_can_be_had(command: Command, api: Api) -> None:
    first, second = api.run()["id"], api.run()["id"]
    events = api.get("/v1/events", params={"order": "asc"}).json()["data"]
    assert [each["data"]["object"]["id"] for each in events] == [first, second]
    arguments = ("--secret", SECRET, "--after", events[0]["id"], "--json")
    with Receiver() as receiver, running(command, "listen", f"{receiver.url}/hook", *arguments):
        until(lambda: len(receiver.got("/hook")) == 1, "the second event is forwarded")
        (request,) = receiver.got("/hook")
        event = verify_webhook(request["body"], request["headers"], SECRET)
        assert event.subject_id == second


def test_a_receiver_that_is_not_there_is_told_and_listening_goes_on(
    command: Command, api: Api
) -> None:
    with running(command, "listen", *since(api), "http://127.0.0.1:1/") as process:
        line_with(process.stderr, "Signing secret")
        for _ in range(2):
            run = api.run()["id"]
            assert "refused" in line_with(process.stdout, run)


@pytest.mark.parametrize("url", ["localhost:3000", "ftp://localhost/", "http://"])
def test_what_is_no_address_is_refused(command: Command, url: str) -> None:
    command.fails(2, "listen", url)


def test_events_are_listed_shown_and_followed(command: Command, api: Api) -> None:
    assert command("events").out == "There are no events.\n"
    run = api.run()["id"]
    (event,) = command("events", "--json").json["data"]
    assert f"{event['id']}  run.completed  {run}" in command("events").out
    assert f'"id": "{run}"' in command("events", "show", event["id"]).out
    assert command("events", "--types", "file.failed").out == "There are no events.\n"
    with running(command, "events", "follow", "--types", "run.completed") as process:
        line_with(process.stderr, "Waiting")
        newest = api.run()["id"]
        assert "run.completed" in line_with(process.stdout, newest)


def test_a_private_address_for_a_webhook_is_refused_with_what_to_do(command: Command) -> None:
    said = command.fails(2, "webhooks", "create", "http://127.0.0.1:9/hook")
    assert "RUNWRIGHT_WEBHOOK_ALLOW_PRIVATE" in said
    assert "runwright listen" in said


def test_webhooks_are_made_changed_and_deleted(command: Command) -> None:
    made = command("webhooks", "create", "https://hooks.invalid/", "--events", "run.failed")
    assert made.out.startswith("whsec_")
    hook = made.err.split()[0]
    assert command("webhooks", "show", hook).out.startswith(hook)
    changed = command("webhooks", "update", hook, "--disable", "--events", "file.failed", "--json")
    assert (changed.json["status"], changed.json["events"]) == ("disabled", ["file.failed"])
    assert command("webhooks", "rotate", hook).out.startswith("whsec_")
    assert command("webhooks", "update", hook, "--enable").code == 0
    assert " is on its way: " in command("webhooks", "test", hook).out
    assert command("webhooks", "delete", hook, "--yes").out == f"{hook} is deleted.\n"
    command.fails(2, "webhooks", "update", hook)
