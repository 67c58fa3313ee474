"""After the faults: wait until all is quiet, then gather what the checker looks at."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import psycopg
from psycopg.rows import dict_row

from chaos.storage import Row, look
from cluster.checker import History, check
from cluster.cluster import Cluster
from cluster.traffic import Account
from support.client import Api
from support.server import Server

QUIET_SECONDS = 120.0
POLL_SECONDS = 0.2
_QUEUED = (
    "SELECT id FROM queued_jobs WHERE starts_with(subject, 'run_') OR starts_with(subject, 'file_')"
)


def violations(cluster: Cluster) -> list[str]:
    """Everything that is wrong once all is quiet: by the checker, and by the product itself."""
    _wait_until_all_ended(cluster)
    _wait_until_nothing_is_queued(cluster)
    events = _wait_until_all_told(cluster)
    history = gather(cluster, events)
    print(f"  {_summary(history)}", flush=True)
    found = check(history)
    for account in cluster.accounts:
        found += _verified_by_the_server(cluster, account)
        found += _verified_offline(cluster, account)
    return [*found, *_check_contents(cluster, history)]


def gather(cluster: Cluster, events: Sequence[Row]) -> History:
    """Everything as it is now."""
    projects = [account.project for account in cluster.accounts]
    with psycopg.connect(cluster.database_url, row_factory=dict_row) as connection:
        files = connection.execute("SELECT * FROM files").fetchall()
    return History(
        calls=list(cluster.record.calls),
        stored=look(_beside(cluster)),
        files=files,
        events=events,
        delivered={project: delivered(cluster, project) for project in projects},
    )


def delivered(cluster: Cluster, project: str) -> list[str]:
    """The ids of a project's events that the receiver got."""
    return [got["headers"]["webhook-id"] for got in cluster.receiver.got(f"/{project}")]


def listed_events(cluster: Cluster, account: Account) -> list[dict[str, str]]:
    """Every event of a project, as the interface lists them."""
    found: list[dict[str, str]] = []
    query: dict[str, str] = {"limit": "100", "order": "asc"}
    with cluster.api(account) as api:
        while True:
            answer = api.get("/v1/events", params=query)
            assert answer.status_code == 200, answer.text
            page = answer.json()
            found += [
                {
                    "project_id": account.project,
                    "id": event["id"],
                    "type": event["type"],
                    "subject": event["data"]["object"]["id"],
                }
                for event in page["data"]
            ]
            if not page["has_more"]:
                return found
            query["after"] = page["last_id"]


def _wait_until_all_ended(cluster: Cluster) -> None:
    for account in cluster.accounts:
        with cluster.api(account) as api:
            for noun, status in (("runs", "running"), ("files", "processing")):
                _give_time(
                    partial(_none_left, api, noun, status),
                    f"no {noun} of {account.project} are {status}",
                )


def _none_left(api: Api, noun: str, status: str) -> bool:
    answer = api.get(f"/v1/{noun}", params={"status": status, "limit": "1"})
    return answer.status_code == 200 and not answer.json()["data"]


def _wait_until_nothing_is_queued(cluster: Cluster) -> None:
    with psycopg.connect(cluster.database_url, autocommit=True) as connection:
        _give_time(lambda: connection.execute(_QUEUED).fetchone() is None, "nothing is queued")


def _give_time(is_true: Callable[[], bool], what: str) -> None:
    """Wait for something, at leisure; what is missing if it does not come, the checker says."""
    deadline = time.monotonic() + QUIET_SECONDS
    while time.monotonic() < deadline:
        if is_true():
            return
        time.sleep(POLL_SECONDS)
    print(f"  in {QUIET_SECONDS} s it did not happen that {what}", flush=True)


def _wait_until_all_told(cluster: Cluster) -> list[dict[str, str]]:
    """The events, once every one was delivered; or as they are if some never are."""
    events = [e for account in cluster.accounts for e in listed_events(cluster, account)]

    def all_told() -> bool:
        got = {
            account.project: set(delivered(cluster, account.project))
            for account in cluster.accounts
        }
        return all(event["id"] in got[event["project_id"]] for event in events)

    _give_time(all_told, "every event was delivered")
    return events


def _verified_by_the_server(cluster: Cluster, account: Account) -> list[str]:
    with cluster.api(account) as api:
        answer = api.get("/v1/audit_log/verify").json()
    return [] if answer["valid"] else [f"{account.project}: the server says {answer}"]


def _verified_offline(cluster: Cluster, account: Account) -> list[str]:
    """Export the log and have it verified without the database."""
    name = f"project {cluster.accounts.index(account)}"
    file = cluster.folder / f"{account.project}.audit.jsonl"
    server = _beside(cluster)
    data = ["--data", str(server.data)]
    made = server.run("audit", "export", *data, "--project", name, "-o", str(file))
    if made.returncode != 0:
        return [f"{account.project}: its log cannot be exported: {made.stderr}"]
    done = server.run("audit", "verify", str(file))
    return [] if done.returncode == 0 else [f"{account.project}: {done.stdout}{done.stderr}"]


def _check_contents(cluster: Cluster, history: History) -> list[str]:
    """Every file that was answered and kept still has the bytes that its hash names."""
    found = []
    secrets: Mapping[str, Account] = {each.project: each for each in cluster.accounts}
    for file in history.files:
        with cluster.api(secrets[file["project_id"]]) as api:
            content = api.get(f"/v1/files/{file['id']}/content")
        tag = json.loads(file["metadata"])["tag"]
        if content.status_code != 200 or f"A note of {tag}:" not in content.text:
            found.append(
                f"{file['id']}: its content is {content.status_code} {content.text[:80]!r}"
            )
    return found


def _beside(cluster: Cluster) -> Server:
    """A server that is never started: it names the database, without a network between."""
    like = cluster.servers[0].server
    return Server(Path(like.data), cluster.database_url, like.settings)


def _summary(history: History) -> str:
    calls = history.calls
    cut = sum(call.status is None for call in calls)
    refused = sum(call.status == 503 for call in calls)
    told = sum(len(each) for each in history.delivered.values())
    return (
        f"{len(calls)} calls ({cut} cut off, {refused} refused with 503), "
        f"{len(history.stored.runs)} runs, {len(history.files)} files, "
        f"{len(history.stored.erasures)} erased, {len(history.stored.audit_log)} audit entries, "
        f"{len(history.events)} events, {told} deliveries"
    )
