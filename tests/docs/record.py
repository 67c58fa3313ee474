"""Record one real call of each operation in `examples.json`: `make docs` runs this.

A server of its own answers. Secrets and addresses are replaced, and long lists are cut short.
"""

from __future__ import annotations

import re
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson

from docs.story import CALLS, STATEMENT, STATEMENT_TEXT, WEBHOOK, Household
from runwright.api.examples import FILE, Example
from support.receiver import Receiver
from support.routes import all_routes
from support.server import Server
from support.webhooks import QUICK

_ADDRESS = "http://127.0.0.1:8080"
_MOST_ENTRIES = 2
_LONGEST = 600
_LISTS = ("data", "entries", "compared", "hashes")
_SECRETS = (
    (re.compile(r"rw_[A-Za-z0-9_-]{20,}"), "rw_…"),
    (re.compile(r"whsec_[A-Za-z0-9+/=]{20,}"), "whsec_…"),
)


def main() -> None:
    """Call everything once, and write down what came."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Receiver() as receiver,
        Server(Path(folder) / "data", None, QUICK) as server,
        server.project("household") as api,
    ):
        household = Household(api, receiver)
        recorded = {
            action: _recorded(household, action, method, path)
            for action, method, path in all_routes()
            if path.startswith("/v1/")
        }
    text = orjson.dumps(recorded, option=orjson.OPT_INDENT_2).decode()
    text = text.replace(server.url, _ADDRESS).replace(f"{receiver.url}/hook", WEBHOOK)
    for pattern, shown in _SECRETS:
        text = pattern.sub(shown, text)
    FILE.write_text(f"{text}\n", "utf-8")


def _recorded(household: Household, action: str, method: str, path: str) -> dict[str, Any]:
    example = CALLS[action](household)
    if action == "events.stream":
        answer: Any = _stream_of(household)
    else:
        answer = _answer(household, method, path, example)
    if action == "tools.list":
        answer["data"] = sorted(answer["data"], key=lambda tool: len(str(tool)))[:1]
    fields = {**example._asdict(), "answer": _short(answer)}
    if "device_code" in (example.body or {}):
        fields["body"] = {"device_code": "…"}
    return {name: value for name, value in fields.items() if value not in (None, {})}


def _answer(household: Household, method: str, path: str, example: Example) -> Any:
    for name, value in example.path.items():
        path = path.replace(f"{{{name}}}", value)
    upload = {"files": {"file": (STATEMENT, STATEMENT_TEXT)}, "data": example.body}
    sent = upload if example.upload else {"json": example.body}
    query = {name: str(value).lower() for name, value in example.query.items()}
    headers = {}
    if method == "DELETE" and path == "/v1/auth/key":
        headers = {"Authorization": f"Bearer {household.secret()}"}
    response = household.api.http.request(method, path, params=query, headers=headers, **sent)
    assert response.is_success, (path, response.text)
    kind = response.headers["content-type"]
    if kind == "application/json":
        return response.json()
    return response.text if kind.startswith("text/event-stream") else None


def _stream_of(household: Household) -> str:
    """The first event of the project's stream."""
    http = household.api.http
    request = http.build_request("GET", "/v1/events/stream", params={"type": "run.completed"})
    with closing(http.send(request, stream=True)) as response:
        household.new_run()
        text = ""
        for piece in response.iter_text():
            text += piece
            if "run.completed" in text and text.endswith("\n\n"):
                break
    return text[text.index("id:") :]


def _short(value: Any, name: str = "") -> Any:
    """The same with long lists and texts cut: an example shows the shape of things."""
    if isinstance(value, dict):
        return {key: _short(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        kept = value[:_MOST_ENTRIES] if name in _LISTS else value
        return [_short(inner) for inner in kept]
    if name == "device_code":
        return "…"
    if isinstance(value, str) and name in ("body", "trace", "timeline", "details"):
        return value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…"
    return value


if __name__ == "__main__":
    main()
