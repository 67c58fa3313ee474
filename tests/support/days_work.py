"""A program: a server does a whole day's work in a network without a way out.

It prints, as JSON, what was looked up, what was sent, and what was left lying about. Where the
system allows no such network it says so and ends with 77.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from support import sinkhole
from support.patience import until

NOT_HERE = 77
HOOK = "http://hooks.example.com/told"
EVENTS = ["file.processed", "run.completed"]
STARTED_ANEW = [sys.executable, "-B", "-m", "runwright"]
"""Not forked from a process that has imported everything: importing is what this is about."""


def main(work: Path) -> None:
    """Do the work; tell what came of it."""
    try:
        sinkhole.enter()
    except OSError as error:
        print(f"this system allows no network of one's own: {error}")
        sys.exit(NOT_HERE)
    hole = sinkhole.Sinkhole()
    home, temporary = work / "home", work / "tmp"
    home.mkdir()
    temporary.mkdir()
    own = {name: str(home) for name in os.environ if name.startswith("XDG_")}
    answers = _work(work / "data", {**own, "HOME": str(home), "TMPDIR": str(temporary)}, hole)
    print(
        json.dumps(
            {
                "answers": answers,
                "names": sorted(hole.names),
                "sent": sorted(hole.sent),
                "posts": sorted(set(hole.posts)),
                "left": sorted(path.name for path in work.iterdir()),
                "home": sorted(str(path.relative_to(work)) for path in home.rglob("*")),
                "tmp": sorted(str(path.relative_to(work)) for path in temporary.rglob("*")),
            }
        )
    )


def _work(data: Path, environment: dict[str, str], hole: sinkhole.Sinkhole) -> dict[str, str]:
    # Loaded here: a process with threads may not move into a namespace of its own.
    from support.formats import EVERY_FORMAT, sample
    from support.samples import NOTE
    from support.server import Server

    settings = {**environment, "RUNWRIGHT_RATE_LIMIT": "100000/min"}
    with Server(data, settings=settings, command=STARTED_ANEW) as server, server.project() as api:
        made = api.post("/v1/webhooks", {"url": HOOK, "events": EVENTS})
        assert made.status_code == 201, made.text
        # Search comes first: a library that reports does so some seconds after its first use.
        api.file(NOTE)
        found = api.get("/v1/context/search", params={"source": "documents", "q": "who signed"})
        assert found.status_code == 200, found.text
        files = {name: api.upload(sample(name).content, name).json()["id"] for name in EVERY_FORMAT}
        states = {name: api.settled(each)["status"] for name, each in files.items()}
        context = ["documents", "finance", "calendar"]
        fast = api.run("When does the lease of the Oslo office end?", context=context)
        deep = api.run("Who signed the lease?", context=context, model="y0-deep")
        states |= {"y0-fast": fast["status"], "y0-deep": api.finished(deep["id"])["status"]}
        states["mcp"] = _through_mcp(server.url, api.secret, environment)
        wanted = 1 + len(files) + 3
        until(lambda: len(hole.posts) >= wanted, f"{wanted} events are told")
        until(lambda: _is_idle(server.url), "all background work is done")
        server.stop()
    return states


def _through_mcp(url: str, secret: str, environment: dict[str, str]) -> str:
    """The state of a run that an MCP client asked for."""
    import anyio
    from mcp import ClientSession, StdioServerParameters, stdio_client

    parameters = StdioServerParameters(
        command=STARTED_ANEW[0],
        args=[*STARTED_ANEW[1:], "mcp", "--server", url],
        env={**environment, "RUNWRIGHT_API_KEY": secret},
    )

    async def work() -> str:
        async with stdio_client(parameters) as streams, ClientSession(*streams) as client:
            await client.initialize()
            await client.list_tools()
            result = await client.call_tool("ask", {"prompt": "What is 2 + 2?"})
            return str((result.structured_content or {}).get("status"))

    return anyio.run(work)


def _is_idle(url: str) -> bool:
    import httpx

    numbers = httpx.get(f"{url}/metrics").text
    return "runwright_jobs_in_work 0.0" in numbers


if __name__ == "__main__":
    main(Path(sys.argv[1]))
