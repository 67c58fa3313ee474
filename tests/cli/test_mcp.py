"""`runwright mcp`, spoken to by the package's own client, against a real server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import ClientSession, MCPError, StdioServerParameters, stdio_client
from mcp.types import TextContent

from cli.command import Command
from cli.conftest import STATEMENT
from contract.test_runs import THREE_STEPS, computing_stopped
from support.client import Api
from support.patience import PATIENCE, until
from support.server import Server

READ_ONLY = {"get_run", "search", "list_files", "read_file"}


@asynccontextmanager
async def session(
    url: str, secret: str, folder: Path, arguments: Sequence[str] = ()
) -> AsyncIterator[ClientSession]:
    environment = {"RUNWRIGHT_API_KEY": secret, "XDG_CONFIG_HOME": str(folder / "config")}
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "runwright", "mcp", "--server", url, *arguments],
        env=environment,
        cwd=folder,
    )
    with (folder / "mcp.log").open("w") as log:
        async with stdio_client(parameters, errlog=log) as streams, ClientSession(*streams) as own:
            await own.initialize()
            yield own


def key(api: Api, *scopes: str) -> str:
    made = api.post("/v1/keys", {"name": "mcp", "scopes": list(scopes)})
    assert made.status_code == 201, made.text
    return str(made.json()["secret"])


def words(result: Any) -> str:
    """The sentence of a call that must fail."""
    assert result.is_error
    return str(result.content[0].text)


def test_every_tool_does_its_work(api: Api, tmp_path: Path) -> None:
    (tmp_path / "statement.csv").write_bytes(STATEMENT)

    async def work() -> None:
        allowed = ["--allow", str(tmp_path)]
        async with session(api.url, api.secret, tmp_path, allowed) as own:
            tools = {tool.name: tool for tool in (await own.list_tools()).tools}
            assert set(tools) == {*READ_ONLY, "ask", "upload_file"}
            hints = {name: each.annotations for name, each in tools.items()}
            hinted = {name for name, each in hints.items() if each and each.read_only_hint}
            assert hinted == READ_ONLY

            path = str(tmp_path / "statement.csv")
            file = (await own.call_tool("upload_file", {"path": path})).structured_content
            assert file["status"] == "processed"
            files = (await own.call_tool("list_files", {})).structured_content
            assert [each["id"] for each in files["files"]] == [file["id"]]
            given = {"file": file["id"], "part": "records", "limit": 2}
            read = (await own.call_tool("read_file", given)).structured_content
            assert (len(read["records"]), read["total"], read["next_offset"]) == (2, 3, 2)
            found = (await own.call_tool("search", {"query": "REWE"})).structured_content
            assert {item["source"] for item in found["items"]} == {"finance"}

            asked = await own.call_tool("ask", {"prompt": "What is 17.5% of 1,240?"})
            answer = asked.structured_content
            assert "217" in answer["summary"]
            (said,) = asked.content
            assert isinstance(said, TextContent)
            assert json.loads(said.text) == answer
            again = (await own.call_tool("get_run", {"run": answer["run"]})).structured_content
            assert again["summary"] == answer["summary"]

    anyio.run(work)


def test_a_key_without_a_scope_is_offered_less_and_refused_in_words(
    api: Api, tmp_path: Path
) -> None:
    async def work() -> None:
        async with session(api.url, key(api, "files:read"), tmp_path) as own:
            names = {tool.name for tool in (await own.list_tools()).tools}
            assert names == {"list_files", "read_file"}
            assert "runs:write" in words(await own.call_tool("ask", {"prompt": "2 + 2?"}))
            assert "none of the sources" in words(await own.call_tool("search", {"query": "x"}))

    anyio.run(work)


def test_a_key_without_the_scope_of_a_source_or_a_run_reads_which_one_it_needs(
    api: Api, tmp_path: Path
) -> None:
    async def work() -> None:
        async with session(api.url, key(api, "runs:write", "calendar:read"), tmp_path) as own:
            given = {"prompt": "What did I spend?", "context": ["finance"]}
            assert "finance:read" in words(await own.call_tool("ask", given))
            refusal = words(await own.call_tool("search", {"query": "x", "sources": ["documents"]}))
            assert "documents:read" in refusal
            assert "runs:read" in words(await own.call_tool("get_run", {"run": "run_x"}))
            assert "files:read" in words(await own.call_tool("list_files", {}))

    anyio.run(work)


def test_a_key_that_is_no_longer_valid_is_named_as_the_cause(api: Api, tmp_path: Path) -> None:
    made = api.post("/v1/keys", {"name": "mcp", "scopes": ["runs:read"]}).json()

    async def work() -> None:
        async with session(api.url, made["secret"], tmp_path) as own:
            assert await own.list_tools()
            assert api.delete(f"/v1/keys/{made['id']}").status_code == 200
            refusal = words(await own.call_tool("get_run", {"run": "run_x"}))
            assert "rejects the key of this connection" in refusal

    anyio.run(work)


def test_a_call_that_the_client_cancels_cancels_its_run(
    api: Api, server: Server, tmp_path: Path
) -> None:
    async def work() -> None:
        async with session(api.url, api.secret, tmp_path) as own:
            with anyio.CancelScope() as scope:

                async def cancel(
                    progress: float,  # noqa: ARG001 - the protocol's names
                    total: float | None,  # noqa: ARG001
                    message: str | None,  # noqa: ARG001
                ) -> None:
                    scope.cancel()

                given = {"prompt": THREE_STEPS, "model": "y0-deep"}
                await own.call_tool("ask", given, progress_callback=cancel)
                raise AssertionError("the call was answered")
            assert scope.cancelled_caught
            # The connection is as good as before.
            assert await own.list_tools()

    with computing_stopped(server, api):
        anyio.run(work)
        (run, _) = api.get("/v1/runs").json()["data"]
        until(lambda: api.get(f"/v1/runs/{run['id']}").json()["status"] == "cancelled", "cancelled")


def test_wrong_arguments_and_unknown_tools_are_errors_in_words(api: Api, tmp_path: Path) -> None:
    async def work() -> None:
        async with session(api.url, api.secret, tmp_path) as own:
            assert words(await own.call_tool("ask", {})).startswith("prompt: ")
            with pytest.raises(MCPError, match="There is no tool teleport"):
                await own.call_tool("teleport", {})
            with pytest.raises(MCPError, match="There is no tool upload_file"):
                await own.call_tool("upload_file", {"path": "/etc/hostname"})

    anyio.run(work)


def test_only_files_inside_allowed_folders_are_uploaded(api: Api, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (inside / "link.txt").symlink_to(tmp_path / "secret.txt")
    os.mkfifo(inside / "pipe")

    async def work() -> None:
        async with session(api.url, api.secret, tmp_path, ["--allow", str(inside)]) as own:
            for path in (tmp_path / "secret.txt", inside / "../secret.txt", inside / "link.txt"):
                said = words(await own.call_tool("upload_file", {"path": str(path)}))
                assert "is not a file inside the folders" in said
            for path in (inside / "pipe", inside):
                said = words(await own.call_tool("upload_file", {"path": str(path)}))
                assert "is not a regular file" in said
            for text in ("", "missing.txt", str(inside / "missing.txt"), "a\0b", "x" * 5000):
                said = words(await own.call_tool("upload_file", {"path": text}))
                assert "is not a file inside the folders" in said

    anyio.run(work)
    assert api.get("/v1/files").json()["data"] == []


def test_a_file_that_is_too_large_is_refused_in_words(api: Api, tmp_path: Path) -> None:
    with (tmp_path / "large.txt").open("wb") as large:
        large.truncate(101 * 1024 * 1024)

    async def work() -> None:
        async with session(api.url, api.secret, tmp_path, ["--allow", str(tmp_path)]) as own:
            given = {"path": str(tmp_path / "large.txt")}
            assert "at most 104857600 bytes" in words(await own.call_tool("upload_file", given))

    anyio.run(work)
    assert api.get("/v1/files").json()["data"] == []


def test_a_server_that_is_away_is_named(tmp_path: Path) -> None:
    url = "http://127.0.0.1:9"

    async def work() -> None:
        async with session(url, "rw_nobody", tmp_path) as own:
            with pytest.raises(MCPError, match=f"at {url} does not answer"):
                await own.list_tools()
            said = words(await own.call_tool("get_run", {"run": "run_x"}))
            assert said == f"The Runwright server at {url} does not answer. Is it running?"

    anyio.run(work)


def test_what_is_no_runwright_server_is_an_error_in_words(tmp_path: Path) -> None:
    with stranger() as url:

        async def work() -> None:
            async with session(url, "rw_nobody", tmp_path) as own:
                refusal = words(await own.call_tool("get_run", {"run": "run_x"}))
                assert f"{url} is not that of a Runwright server" in refusal

        anyio.run(work)


@contextmanager
def stranger() -> Iterator[str]:
    """A web server that knows nothing of this API, and answers every address with a page."""
    page = b"<title>Welcome</title>"

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()


def test_rubbish_on_standard_input_is_skipped_and_standard_output_is_protocol_alone(
    command: Command,
) -> None:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "runwright", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=command.process_environment(),
        cwd=command.folder,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"rubbish\n\xff\xfe\n[1,2]\n{}\n" + json.dumps(hello).encode() + b"\n")
    process.stdin.flush()
    answer = json.loads(process.stdout.readline())
    assert (answer["id"], answer["result"]["serverInfo"]["name"]) == (1, "runwright")
    rest, _ = process.communicate(timeout=PATIENCE)
    assert (rest, process.returncode) == (b"", 0)


def test_without_a_key_it_does_not_start(guest: Command) -> None:
    assert "there is no key for" in guest.fails(4, "mcp")
