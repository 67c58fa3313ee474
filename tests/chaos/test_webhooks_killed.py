"""kill -9 while webhooks are told: after the restart every event has arrived, under its one id."""

from __future__ import annotations

from collections.abc import Callable

from support.client import Api
from support.patience import until
from support.receiver import GOOD, Receiver, slow
from support.server import Server
from support.webhooks import QUICK, subscribe

COUNT = 60
HANGS_AFTER_FIVE = [*[GOOD] * 5, slow(3600)]


def test_a_kill_while_delivering_loses_nothing(new_server: Callable[..., Server]) -> None:
    server = new_server(settings={**QUICK, "RUNWRIGHT_WEBHOOK_SECONDS": "60"})
    with Receiver() as receiver:
        server.start()
        with server.project() as api:
            receiver.tell("/slow", *HANGS_AFTER_FIVE)
            hanging = subscribe(api, receiver, "/slow")
            quick = subscribe(api, receiver, "/quick")
            runs = {api.run()["id"] for _ in range(COUNT)}
            receiver.wait_for("/slow", 6)
            # Some have arrived and are recorded, one or more hang, most are still to be sent.
            until(lambda: len(hanging.deliveries(status="succeeded")) == 5, "five are recorded")
            server.kill()
            assert len(receiver.got("/slow")) < COUNT
            receiver.tell("/slow", GOOD)
            server.start()
            with Api(server.url, api.secret, api.project_id) as again:
                for hook in (hanging._replace(api=again), quick._replace(api=again)):
                    told = _all_told(receiver, hook.path, runs)
                    assert len(told) == COUNT
                    until(lambda h=hook: h.deliveries(status="pending") == [], "all is recorded")  # type: ignore[misc]
                    assert hook.now()["status"] == "enabled"


def test_a_stopped_server_hands_over_what_it_has_not_told(
    new_server: Callable[..., Server],
) -> None:
    server = new_server(settings={**QUICK, "RUNWRIGHT_WEBHOOK_SECONDS": "60"})
    with Receiver() as receiver:
        server.start()
        with server.project() as api:
            receiver.tell("/stop", *HANGS_AFTER_FIVE)
            hook = subscribe(api, receiver, "/stop")
            runs = {api.run()["id"] for _ in range(COUNT)}
            receiver.wait_for("/stop", 6)
            server.stop()
            assert len(receiver.got("/stop")) < COUNT
            receiver.tell("/stop", GOOD)
            server.start()
            with Api(server.url, api.secret, api.project_id) as again:
                assert len(_all_told(receiver, "/stop", runs)) == COUNT
                now = hook._replace(api=again)
                until(lambda: now.deliveries(status="pending") == [], "all is recorded")


def _all_told(receiver: Receiver, path: str, runs: set[str]) -> dict[str, str]:
    """Wait until every run was told; the event's id by the run's, which must be one."""
    told: dict[str, str] = {}

    def is_told() -> bool:
        for got in receiver.got(path):
            run = next(run for run in runs if run in got["body"])
            event = got["headers"]["webhook-id"]
            assert told.setdefault(run, event) == event
        return len(told) == len(runs)

    until(is_told, f"all runs were told to {path}")
    return told
