"""What an HTTP status or an error of a provider means: a `Failure` in our own words.

Nothing that a provider sends reaches a failure or the log: its errors quote prompts and keys.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple

import structlog

from runwright import clock
from runwright.models.conversation import Usage
from runwright.models.providers.types import Failure, Kind

# OpenAI's and Anthropic's codes, DeepSeek's "Insufficient Balance".
_QUOTA = re.compile(
    r"insufficient[_ ](?:quota|balance|credit)|billing_hard_limit|credit balance is too low", re.I
)
# OpenAI's words for an empty account. Google's say the same of a limit that is over in a minute,
# and come with a time to wait.
_QUOTA_FOR_GOOD = re.compile(r"exceeded your current quota", re.I)
# OpenAI: "context_length_exceeded". Anthropic: "prompt is too long: 210000 tokens > 200000
# maximum", "input length and `max_tokens` exceed context limit". vLLM: "This model's maximum
# context length is 8192 tokens". llama.cpp: "exceeds the available context size". OpenAI at 429:
# "Request too large for … on tokens per min". Not "max_tokens is too large".
_TOO_LONG = re.compile(
    r"context_length_exceeded|exceed_context_size|request_too_large|request too large"
    r"|(?:prompt|input|request) is too long|(?:maximum|available) context|context limit"
    r"|exceeds? the (?:model's )?context|input token count .{0,40}exceeds",
    re.I | re.S,
)
_NO_MODEL = re.compile(
    r"model_not_found|DeploymentNotFound|unknown_model|is not a valid model", re.I
)
_FILTERED = re.compile(r"content_filter|content_policy_violation|ResponsibleAIPolicy", re.I)
_MENTIONS_MODEL = re.compile(r"\bmodel\b", re.I)
# OpenAI: "Unsupported value: 'temperature' does not support 0 with this model". Ollama: "… does
# not support tools". vLLM: "“auto” tool choice requires --enable-auto-tool-choice".
_UNSUPPORTED = re.compile(
    r"unsupported|not support|unrecognized|unknown|unexpected|not permitted|extra|requires", re.I
)
_PARAMETERS = {
    "temperature": re.compile(r"\btemperature\b"),
    "seed": re.compile(r"\bseed\b"),
    "effort": re.compile(r"\b(?:reasoning_|output_config\W+)?effort\b"),
    "tools": re.compile(r"\btools?\b|\btool_choice\b"),
    "streaming": re.compile(r"\bstream(?:ing|_options)?\b"),
}
"""What a request may hold that a model or a server may not know, by our own word for it."""

NOTHING = Usage()

log = structlog.get_logger()


class Refusal(NamedTuple):
    """An answer other than success, as it came."""

    status: int
    headers: Mapping[str, str]
    error: Any
    """The body, or what it has under `error`."""

    def rejects(self, parameter: str) -> bool:
        """Whether the provider does not know that parameter."""
        if self.status not in (400, 422):
            return False
        words = _words(self.error)
        return parameter in words and _UNSUPPORTED.search(words) is not None


def failure_of(refusal: Refusal) -> Failure:
    """What a refusal means. Nothing was computed, so nothing was used."""
    failure = _classified(refusal)
    log.warning("provider_refused", status=refusal.status, kind=failure.kind.value)
    return failure


def _classified(refusal: Refusal) -> Failure:
    status, words = refusal.status, _words(refusal.error)
    wait = retry_after(refusal.headers)
    is_client_error = 400 <= status < 500
    if status == 402 or (is_client_error and _is_quota(words, wait)):
        return Failure(Kind.QUOTA, "the account at the provider has no credit left")
    if is_client_error and _NO_MODEL.search(words):
        return Failure(Kind.NO_MODEL, "it has no model of that name")
    if status in (401, 403):
        return Failure(Kind.DENIED, "it does not accept this server's credentials")
    if status == 413 or (status in (400, 422, 429, 500) and _TOO_LONG.search(words)):
        return too_long()
    if status == 404 and _MENTIONS_MODEL.search(words):
        return Failure(Kind.NO_MODEL, "it has no model of that name")
    if status == 400 and _FILTERED.search(words):
        return refused()
    return _by_status(status, wait) or _rejected(refusal)


def _by_status(status: int, wait: float | None) -> Failure | None:
    """What passes by itself: it may be tried again."""
    if status == 429:
        return Failure(Kind.RATE_LIMITED, "it takes no more requests for now", wait)
    if status in (503, 529):
        return Failure(Kind.OVERLOADED, f"it is overloaded (HTTP status {status})", wait)
    if status in (408, 409, 425) or status >= 500:
        return Failure(Kind.FAILING, f"it failed with HTTP status {status}", wait)
    return None


def _rejected(refusal: Refusal) -> Failure:
    detail = f"it refused the request with HTTP status {refusal.status}"
    if parameter := _unsupported(refusal):
        detail += f": it does not take this use of {parameter}"
    return Failure(Kind.REJECTED, detail)


def _unsupported(refusal: Refusal) -> str | None:
    """Our word for what the provider does not know, so that an operator knows what to change."""
    words = _words(refusal.error)
    if refusal.status not in (400, 422) or not _UNSUPPORTED.search(words):
        return None
    return next((name for name, named in _PARAMETERS.items() if named.search(words)), None)


def in_reply(error: Any, charge: Usage) -> Failure:
    """What an error means that came with status 200, such as in the middle of a stream."""
    status = error.get("code") if isinstance(error, dict) else None
    if type(status) is int and 400 <= status < 600:
        return failure_of(Refusal(status, {}, error))._replace(usage=charge)
    failure = _named(_words(error))._replace(usage=charge)
    log.warning("provider_broke_off", kind=failure.kind.value)
    return failure


def _named(words: str) -> Failure:
    if _is_quota(words, None):
        return Failure(Kind.QUOTA, "the account at the provider has no credit left")
    if _TOO_LONG.search(words):
        return too_long()
    if "overloaded" in words:
        return Failure(Kind.OVERLOADED, "it is overloaded")
    if "rate_limit" in words:
        return Failure(Kind.RATE_LIMITED, "it takes no more requests for now")
    return Failure(Kind.FAILING, "it failed in the middle of its reply")


# The sentences that several places need ---------------------------------------------------------


def late(seconds: float, charge: Usage) -> Failure:
    """No reply in time. What the provider computed until then may be billed."""
    shown = max(1, round(seconds))
    return Failure(Kind.TIMEOUT, f"it did not answer within {shown} s", usage=charge)


def broken(charge: Usage) -> Failure:
    """The connection ended before the reply did."""
    return Failure(Kind.UNREACHABLE, "the connection to it broke", usage=charge)


def malformed(charge: Usage) -> Failure:
    """What came is no reply."""
    return Failure(Kind.MALFORMED, "it sent nothing that can be read as a reply", usage=charge)


def refused(charge: Usage = NOTHING) -> Failure:
    """The model or a filter would not answer."""
    return Failure(Kind.REFUSED, "it refused to answer", usage=charge)


def truncated(charge: Usage) -> Failure:
    """The reply ran into its limit of tokens."""
    return Failure(Kind.TRUNCATED, "its answer ran into the limit of tokens", usage=charge)


def too_long(charge: Usage = NOTHING) -> Failure:
    """The request does not fit the context window."""
    return Failure(Kind.TOO_LONG, "the request is longer than the model can read", usage=charge)


# Reading an error -------------------------------------------------------------------------------


def _is_quota(words: str, wait: float | None) -> bool:
    if _QUOTA.search(words):
        return True
    return wait is None and _QUOTA_FOR_GOOD.search(words) is not None


def _words(error: Any) -> str:
    if isinstance(error, list) and error:  # Google wraps its error in a list
        error = error[0]
    if isinstance(error, dict) and isinstance(error.get("error"), dict | str):
        error = error["error"]
    if not isinstance(error, dict):
        return error[:4_000] if isinstance(error, str) else ""
    named = (error.get(name) for name in ("code", "type", "param", "message", "detail"))
    return " ".join(str(each)[:4_000] for each in named if each)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from any of the three ways of writing them."""
    exact = _seconds(headers.get("retry-after-ms"))
    if exact is not None:
        return exact / 1_000
    header = headers.get("retry-after")
    if header is None:
        return None
    seconds = _seconds(header)
    return _until(header) if seconds is None else seconds


def _seconds(header: str | None) -> float | None:
    try:
        seconds = float(header or "")
    except ValueError:
        return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _until(header: str) -> float | None:
    try:
        when = parsedate_to_datetime(header)
    except ValueError:
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return max(0.0, (when - clock.now()).total_seconds())
