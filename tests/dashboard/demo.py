"""A project as somebody would have it after a while: files, runs, agents, keys, a webhook.

Everything is made through the API. To fill a server by hand, from the repository's root:
`python -m dashboard.demo http://127.0.0.1:8080 rw_…`
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support import samples
from support.client import Api

INVENTED_YEAR = Path(__file__).parents[2] / "bench" / "eval" / "own"
FILES = (
    *("bank.csv", "card.ofx", "calendar.ics", "lease.md", "notes.md", "offsite.md"),
    *("invoice-nordlicht.txt", "invoice-papierwerk.txt"),
)
ALL_SOURCES = ["calendar", "documents", "finance"]
ASKED = (
    ("y0-fast", "How much did I spend on groceries in October?", ["finance"]),
    ("y0-fast", "What notice period does my lease have?", ["documents"]),
    ("y0-fast", "What is on my calendar next week?", ["calendar"]),
    ("y0-deep", "What did the offsite on my calendar cost me?", ALL_SOURCES),
    ("y0-fast", "My five largest expenses this year, as a CSV", ["finance"]),
    ("y0-fast", "Draw a chart of my spending per month in 2026", ["finance"]),
    ("y0-fast", "Book me a flight to Oslo", ["calendar"]),
    ("y0-deep", "Did I spend more in May or in June, and on what?", ["finance"]),
)
AGENTS = (
    ("Bookkeeper", "Only use finance. Leave out transfers. Answer in one short sentence."),
    ("Archivist", "Only use documents. Quote the passage that you rely on."),
    ("Planner", "Only use calendar. Answer as a list."),
)
READ_ONLY = ["runs:read", "files:read", "models:read", "analytics:read"]


def fill(api: Api) -> dict[str, str]:
    """Make the project; the ids of what pages can be opened about."""
    files = {
        name: api.file((INVENTED_YEAR / name).read_bytes(), filename=name)["id"] for name in FILES
    }
    report = api.file(samples.pdf("Total revenue 2018: 4,120", "Total revenue 2019: 4,944"))
    runs = [_run(api, *asked) for asked in ASKED]
    api.post(f"/v1/runs/{runs[0]}/feedback", {"rating": "up", "comment": "Exact."})
    agents = [_made(api, "/v1/agents", _agent(*each)) for each in AGENTS]
    _answered(api, f"/v1/agents/{agents[0]}/run", "What did I spend on groceries in September?")
    network = _made(api, "/v1/networks", {"name": "Desk", "agents": agents, "strategy": "parallel"})
    together = _answered(api, f"/v1/networks/{network}/run", "What did the offsite cost?", steps=16)
    reader = api.post("/v1/keys", {"name": "Report reader", "scopes": READ_ONLY}).json()
    with Api(api.url, reader["secret"]) as limited:
        limited.get("/v1/audit_log")
    return {
        "run": runs[3],
        "chart": runs[5],
        "network_run": together,
        "file": report["id"],
        "bookings": files["bank.csv"],
        "events": files["calendar.ics"],
        "agent": agents[0],
        "network": network,
        "reader_key": reader["secret"],
    }


def _run(api: Api, model: str, prompt: str, context: list[str]) -> str:
    made = api.run(prompt, model=model, context=context, max_steps=8, metadata={"team": "home"})
    return str(api.finished(made["id"])["id"])


def _agent(name: str, instructions: str) -> dict[str, object]:
    budget = {"amount": "0.50", "period": "day"}
    return {"name": name, "instructions": instructions, "model": "auto", "budget": budget}


def _answered(api: Api, path: str, prompt: str, steps: int = 8) -> str:
    body = {"prompt": prompt, "context": ALL_SOURCES, "max_steps": steps}
    return str(api.finished(_made(api, path, body))["id"])


def _made(api: Api, path: str, body: dict[str, object]) -> str:
    answer = api.post(path, body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


if __name__ == "__main__":
    with Api(sys.argv[1], sys.argv[2]) as own:
        print(fill(own))
