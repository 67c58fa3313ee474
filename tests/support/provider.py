"""A provider of language models in a process of its own, on loopback, that does as it is told.

It speaks OpenAI's and Anthropic's way. A test tells it what to do next with a model, for plans
and for answers: a list of acts, of which the last stays. Untold, it behaves.
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
KEY = "sk-provider-secret-0123456789"


def reply(value: Any, **more: Any) -> dict[str, Any]:
    """Say this: a text, or a value as JSON."""
    return {"text": value if isinstance(value, str) else json.dumps(value), **more}


def status(code: int, retry_after: str | None = None) -> dict[str, Any]:
    """Refuse with an HTTP status."""
    return {"status": code, "retry_after": retry_after}


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
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def tell(self, model: str, plan: Any = GOOD, answer: Any = GOOD) -> None:
        """What to do with the next questions to a model; forgets what it was asked before."""
        acts = {
            "plan": plan if isinstance(plan, list) else [plan],
            "answer": answer if isinstance(answer, list) else [answer],
        }
        httpx.post(f"{self.url}/tell", json={"model": model, "acts": acts}).raise_for_status()

    def asked(self, model: str, about: str | None = None) -> list[dict[str, Any]]:
        """The requests about a model, with their headers."""
        found = httpx.get(f"{self.url}/asked").json()
        return [
            each
            for each in found
            if each["body"]["model"] == model and about in (None, each["about"])
        ]


# The process ------------------------------------------------------------------------------------


class _Memory:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.acts: dict[str, dict[str, list[dict[str, Any]]]] = {}
        self.asked: list[dict[str, Any]] = []

    def next_act(self, model: str, about: str) -> dict[str, Any]:
        with self.lock:
            acts = self.acts.get(model, {}).get(about, [GOOD])
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
        about = "plan" if "most_steps" in _given(body) else "answer"
        headers = {name.lower(): value for name, value in self.headers.items()}
        with MEMORY.lock:
            MEMORY.asked.append(
                {"about": about, "path": self.path, "headers": headers, "body": body}
            )
        self._act(MEMORY.next_act(body["model"], about), about, body)

    def _act(self, act: dict[str, Any], about: str, body: dict[str, Any]) -> None:
        time.sleep(act.get("wait", 0))
        if act.get("drop"):
            self.close_connection = True
            self.connection.close()
        elif "status" in act:
            error = {"error": {"type": "some_error", "message": f"no, because {KEY} {body}"}}
            self._send(act["status"], error, act.get("retry_after"))
        elif "raw" in act:
            self._send_bytes(200, act["raw"].encode())
        else:
            text = act.get("text", json.dumps(_good(about, body)))
            self._send(200, _wrapped(self.path, text, act))

    def _send(self, code: int, value: Any, retry_after: str | None = None) -> None:
        self._send_bytes(code, json.dumps(value).encode(), retry_after)

    def _send_bytes(self, code: int, data: bytes, retry_after: str | None = None) -> None:
        self.send_response(code)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        if retry_after is not None:
            self.send_header("retry-after", retry_after)
        self.end_headers()
        self.wfile.write(data)


def _given(body: dict[str, Any]) -> dict[str, Any]:
    first = next(each for each in body["messages"] if each["role"] == "user")
    return dict(json.loads(first["content"]))


def _good(about: str, body: dict[str, Any]) -> dict[str, Any]:
    """A sensible reply: one search for the whole request; the findings, word for word."""
    given = _given(body)
    if about == "answer":
        found = given["findings"]
        return {"claims": [{"text": each["found"], "evidence": [each["id"]]} for each in found]}
    step = {"action": "search", "request": given["request"]}
    sources = [source for source in given["sources"] if source != "files"]
    if sources:
        step["wants"] = [{"source": source, "text": given["request"]} for source in sources]
    return {"steps": [step]}


def _wrapped(path: str, text: str, act: dict[str, Any]) -> dict[str, Any]:
    if path.endswith("/v1/messages"):
        block: dict[str, Any] = {"type": "text", "text": text}
        if act.get("tool", True) and text:
            block = {"type": "tool_use", "id": "t1", "name": "reply", "input": _json(text)}
        return {
            "content": [block],
            "stop_reason": act.get("finish", "tool_use"),
            "usage": {"input_tokens": 100, "output_tokens": 20},
        }
    message = {"role": "assistant", "content": text, "refusal": act.get("refusal")}
    return {
        "choices": [{"index": 0, "message": message, "finish_reason": act.get("finish", "stop")}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20},
    }


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    print(server.server_port, flush=True)
    server.serve_forever()
