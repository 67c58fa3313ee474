"""Runs on models that a scripted provider answers for."""

from __future__ import annotations

import json
from typing import Any

from support.client import Api
from support.provider import call

SUM = "What is six times seven?"
PLAN = call("plan", {"steps": ["look into the notes"]}, "p1")
WORK = call("calculate", {"expression": "6 * 7"}, "w1")
TRUE = {"type": "derived", "text": "It is {r1.value}."}


def says(*calls: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An act: the model calls these tools."""
    return {"calls": list(calls), **more}


def answers(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return says(call("answer", {"parts": list(parts)}, "a1"), **more)


def create(api: Api, prompt: str = SUM, model: str = "words", **body: Any) -> Any:
    return api.post("/v1/runs", {"model": model, "prompt": prompt, **body})


def ended(api: Api, prompt: str = SUM, model: str = "words", **body: Any) -> dict[str, Any]:
    made = create(api, prompt, model, **body)
    assert made.status_code == 201, made.text
    return api.finished(made.json()["id"])


def ran_on(api: Api, run: dict[str, Any]) -> str:
    return str(api.get(f"/v1/runs/{run['id']}/timeline").json()["snapshot"])


def kinds(run: dict[str, Any]) -> list[str]:
    return [entry["type"] for entry in run["trace"]]


def said(asked: dict[str, Any]) -> str:
    return json.dumps(asked["body"]["messages"])
