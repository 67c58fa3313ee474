"""`runwright mcp`, spoken to by the package's own client, against a real server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import ClientSession, MCPError, StdioServerParameters, stdio_client

from cli.command import Command
from cli.conftest import STATEMENT
from support.client import Api
from support.patience import PATIENCE

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
            hinted = {name for name, each in tools.items() if each.annotations.read_only_hint}
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
            assert json.loads(asked.content[0].text) == answer
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
            said = words(await own.call_tool("upload_file", {"path": str(inside / "pipe")}))
            assert "is not a regular file" in said

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
