"""A provider of language models in a process of its own, on loopback, that does as it is told.

It speaks OpenAI's and Anthropic's way, streaming or not. A test tells it what to do next with a
model: a list of acts, of which the last stays. Untold, it behaves.

An act is a dictionary: `text` and `calls` are what the model says, `message`, `finish`, `refusal`
and `usage` what stands around it, `body`, `events` or `raw` the whole reply as it goes out;
`status` with `error` refuses; `wait`, `stall`, `drip` (with a `pause`), `cut`, `drop` and
`endless` misbehave.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import httpx

GOOD: dict[str, Any] = {}
_SAYS = ("text", "calls", "body", "events", "raw", "status", "drop", "endless", "message")
"""What tells the provider what to say; with none of them it says what is sensible."""
KEY = "sk-provider-secret-0123456789"


def reply(value: Any, **more: Any) -> dict[str, Any]:
    """Say this: a text, or a value as JSON."""
    return {"text": value if isinstance(value, str) else json.dumps(value), **more}


def status(code: int, retry_after: str | None = None, **more: Any) -> dict[str, Any]:
    """Refuse with an HTTP status."""
    return {"status": code, "retry_after": retry_after, **more}


def call(name: str, arguments: Any, id: str | None = None) -> dict[str, Any]:
    """A call of a tool, as it is listed in the act of a reply."""
    function = {"name": name, "arguments": arguments}
    return {"id": id, "function": function} if id else {"function": function}


class ScriptedProvider:
    """The test's end of it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.url = f"http://127.0.0.1:{int(self._process.stdout.readline())}"
        self._http = httpx.Client(base_url=self.url)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._http.close()
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def tell(self, model: str, *acts: Any) -> None:
        """What to do with the next requests to a model; forgets what it was asked before."""
        given = {"model": model, "acts": acts or [GOOD]}
        self._http.post("/tell", json=given).raise_for_status()

    def asked(self, model: str) -> list[dict[str, Any]]:
        """The requests to a model, with their headers."""
        found = self._http.get("/asked").json()
        return [each for each in found if each["body"]["model"] == model]


# The process ------------------------------------------------------------------------------------


class _Memory:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.acts: dict[str, list[dict[str, Any]]] = {}
        self.asked: list[dict[str, Any]] = []

    def next_act(self, model: str) -> dict[str, Any]:
        with self.lock:
            acts = self.acts.get(model, [GOOD])
            return acts.pop(0) if len(acts) > 1 else acts[0]


MEMORY = _Memory()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self._send(200, MEMORY.asked)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path == "/tell":
            with MEMORY.lock:
                MEMORY.acts[body["model"]] = body["acts"]
                kept = [each for each in MEMORY.asked if each["body"]["model"] != body["model"]]
                MEMORY.asked[:] = kept
            self._send(200, {})
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        with MEMORY.lock:
            MEMORY.asked.append({"path": self.path, "headers": headers, "body": body})
        act = MEMORY.next_act(body["model"])
        self._act(act if any(name in act for name in _SAYS) else {**act, **_good(body)}, body)

    def _act(self, act: dict[str, Any], body: dict[str, Any]) -> None:
        time.sleep(act.get("wait", 0))
        if act.get("drop"):
            self.close_connection = True
            self.connection.close()
        elif "status" in act:
            quoted = {"type": "some_error", "code": KEY, "message": f"no, because {KEY} {body}"}
            error = {"error": act.get("error", quoted)}
            headers = {"retry-after": act["retry_after"]} if act.get("retry_after") else {}
            self._send(act["status"], error, {**headers, **act.get("headers", {})})
        elif "endless" in act:
            self._send_for_ever(act["endless"].encode())
        else:
            self._send_reply(act, body)

    def _send_reply(self, act: dict[str, Any], body: dict[str, Any]) -> None:
        is_stream = bool(body.get("stream")) and not act.get("cannot_stream")
        if "raw" in act:
            data = act["raw"].encode()
        else:
            text = act.get("text", "")
            is_anthropic = self.path.endswith("/v1/messages")
            whole = act.get("body") or (_message if is_anthropic else _completion)(text, act)
            data = json.dumps(whole).encode()
            if is_stream:
                events = _message_events if is_anthropic else _completion_events
                data = _as_events(act.get("events") or events(whole, act))
        kind = act.get("type", "text/event-stream" if is_stream else "application/json")
        self._send_bytes(200, data, {"content-type": kind, **act.get("headers", {})}, act)

    def _send(self, code: int, value: Any, headers: dict[str, str] | None = None) -> None:
        kind = {"content-type": "application/json"}
        self._send_bytes(code, json.dumps(value).encode(), {**kind, **(headers or {})}, {})

    def _send_bytes(
        self, code: int, data: bytes, headers: dict[str, str], act: dict[str, Any]
    ) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.flush()
        if "stall" in act:  # some of the body, and then nothing for long
            self.wfile.write(data[: act["stall"]])
            self.wfile.flush()
            time.sleep(60)
        if "cut" in act:  # less of the body than was promised
            self.wfile.write(data[: act["cut"]])
            self.close_connection = True
        elif "drip" in act:
            for place in range(0, len(data), act["drip"]):
                self.wfile.write(data[place : place + act["drip"]])
                self.wfile.flush()
                time.sleep(act.get("pause", 0))
        else:
            self.wfile.write(data)

    def _send_for_ever(self, piece: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        self.close_connection = True
        try:
            while True:
                self.wfile.write(piece)
        except OSError:
            return  # whoever asked has seen enough


def _good(body: dict[str, Any]) -> dict[str, Any]:
    """A sensible reply: a plan and a first call, then an answer in its own words."""
    tools = [each.get("function", each)["name"] for each in body.get("tools", [])]
    if "answer" not in tools:
        return {"text": "Fine."}
    if "plan" in tools and not any(_has_called(each) for each in body["messages"]):
        first = call("calculate", {"expression": "6 * 7"})
        return {"calls": [call("plan", {"steps": ["work it out"]}, "c1"), {**first, "id": "c2"}]}
    part = {"type": "derived", "text": "The answer is {r1.value}."}
    return {"calls": [call("answer", {"parts": [part]}, "c9")]}


def _has_called(message: dict[str, Any]) -> bool:
    content = message.get("content")
    blocks = content if isinstance(content, list) else []
    return bool(message.get("tool_calls")) or any(each["type"] == "tool_use" for each in blocks)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


# OpenAI's way -----------------------------------------------------------------------------------


def _completion(text: str, act: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": text}
    message |= {"refusal": act.get("refusal"), **act.get("message", {})}
    finish = act.get("finish", "stop")
    if "calls" in act:
        message["content"] = act.get("text")
        message["tool_calls"] = [
            {**call, "type": "function", "function": call["function"]} for call in act["calls"]
        ]
        finish = "tool_calls"
    usage = act.get("usage", {"prompt_tokens": 100, "completion_tokens": 20})
    whole = {"choices": [{"index": 0, "message": message, "finish_reason": finish}]}
    return {**whole, "usage": usage} if usage else whole


def _completion_events(whole: dict[str, Any], act: dict[str, Any]) -> list[Any]:
    """The completion as OpenAI streams it: pieces of text, of arguments, the reason, the usage."""
    (choice,) = whole["choices"] if whole.get("choices") else ({"message": {}},)
    message = choice["message"]
    content = message.get("content")
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    if isinstance(content, str):
        deltas += [{"content": piece} for piece in act.get("pieces") or _pieces(content)]
    elif content:
        deltas.append({"content": content})
    deltas += [{"refusal": message["refusal"]}] if message.get("refusal") else []
    for index, call in enumerate(message.get("tool_calls") or []):
        function = call["function"]
        first = {**call, "index": index, "function": {**function, "arguments": ""}}
        deltas.append({"tool_calls": [first]})
        if isinstance(function["arguments"], str):
            deltas += [
                {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}
                for piece in _pieces(function["arguments"])
            ]
        else:
            deltas.append({"tool_calls": [{"index": index, "function": function}]})
    events: list[Any] = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    if choice.get("finish_reason"):
        last = {"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}
        events.append({"choices": [last]})
    events += [{"choices": [], "usage": whole["usage"]}] if whole.get("usage") else []
    return [*events, "[DONE]"]


# Anthropic's way --------------------------------------------------------------------------------


def _message(text: str, act: dict[str, Any]) -> dict[str, Any]:
    blocks: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    if act.get("tool", True) and text and "calls" not in act:
        blocks = [{"type": "tool_use", "id": "t1", "name": "reply", "input": _json(text)}]
    for call in act.get("calls", []):
        function = call["function"]
        given = {"id": call.get("id"), "name": function["name"], "input": function["arguments"]}
        blocks.append({"type": "tool_use", **given})
    usage = act.get("usage", {"input_tokens": 100, "output_tokens": 20})
    whole = {"type": "message", "content": blocks, "stop_reason": act.get("finish", "tool_use")}
    return {**whole, "usage": usage} if usage else whole


_EMPTY: dict[str, dict[str, Any]] = {"text": {"text": ""}, "tool_use": {"input": {}}}
"""How a block begins, by its type."""


def _message_events(whole: dict[str, Any], act: dict[str, Any]) -> list[Any]:
    """The message as Anthropic streams it."""
    usage = whole.get("usage") or {}
    sent = {name: value for name, value in usage.items() if name != "output_tokens"}
    events: list[Any] = [{"type": "message_start", "message": {"usage": sent}}, {"type": "ping"}]
    content = whole.get("content")
    for index, block in enumerate(content if isinstance(content, list) else []):
        empty = _EMPTY.get(block["type"], {})
        started = {"type": "content_block_start", "index": index}
        events.append({**started, "content_block": {**block, **empty}})
        for delta in _block_deltas(block, act):
            events.append({"type": "content_block_delta", "index": index, "delta": delta})
        events.append({"type": "content_block_stop", "index": index})
    received = {"output_tokens": usage["output_tokens"]} if usage else {}
    reason = {"stop_reason": whole.get("stop_reason")}
    events.append({"type": "message_delta", "delta": reason, "usage": received})
    return [*events, {"type": "message_stop"}]


def _block_deltas(block: dict[str, Any], act: dict[str, Any]) -> list[dict[str, Any]]:
    if block["type"] == "text":
        pieces = act.get("pieces") or _pieces(block["text"])
        return [{"type": "text_delta", "text": piece} for piece in pieces]
    if block["type"] == "tool_use":
        given = block["input"]
        written = given if isinstance(given, str) else json.dumps(given)
        return [{"type": "input_json_delta", "partial_json": each} for each in _pieces(written)]
    return [{"type": "thinking_delta", "thinking": block.get("thinking", "")}]


def _pieces(text: str, size: int = 4) -> list[str]:
    return [text[place : place + size] for place in range(0, len(text), size)]


def _as_events(events: list[Any]) -> bytes:
    lines = []
    for event in events:
        if isinstance(event, dict) and "type" in event:
            lines.append(f"event: {event['type']}\n")
        data = event if isinstance(event, str) else json.dumps(event)
        lines.append(f"data: {data}\n\n")
    return "".join(lines).encode()


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    print(server.server_port, flush=True)
    server.serve_forever()
