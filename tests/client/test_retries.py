"""What is tried again, what is not, and that nothing is done twice."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from client.scripted import CUT, GARBAGE, RESET, Act, Scripted, answer, error, half, silence, whole
from runwright.client import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    Client,
    InternalServerError,
    MalformedResponseError,
    NotFoundError,
    OverloadedError,
    RateLimitError,
)
from runwright.client.requests import Answer, Lost
from runwright.client.retries import Retries
from support.client import Api

NewClient = Callable[..., Client]
RUN = {
    "id": "run_1",
    "object": "run",
    "status": "completed",
    "model": "y0-fast",
    "steps_used": 1,
    "max_steps": 4,
    "created_at": "2026-11-15T09:00:00.000Z",
    "metadata": {},
}
AT_ONCE = {"retry_after": "0"}

FAILURES: dict[str, Act] = {
    "cut before an answer": CUT,
    "torn down": RESET,
    "cut within an answer": half(b'{"id": "run_1", ', 500),
    "no HTTP": GARBAGE,
    "rate limited": error(429, "rate_limited", **AT_ONCE),
    "internal": error(500, "internal", **AT_ONCE),
    "overloaded": error(503, "overloaded", **AT_ONCE),
    "a proxy's page": whole(502, b"<h1>Bad Gateway</h1>", **AT_ONCE),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_what_may_pass_is_tried_again_as_the_same_request(
    new_client: NewClient, scripted: Scripted, failure: Act
) -> None:
    scripted.tell(failure, answer(201, RUN))
    run = new_client(scripted.url).runs.create(model="y0-fast", prompt="Hello")
    assert run.id == "run_1"
    first, second = scripted.heard
    assert first == second
    assert len(first.headers["idempotency-key"]) >= 16


def test_each_call_has_an_idempotency_key_of_its_own(
    new_client: NewClient, scripted: Scripted
) -> None:
    scripted.tell(*[answer(201, RUN)] * 3)
    client = new_client(scripted.url)
    client.runs.create(model="y0-fast", prompt="Hello")
    client.runs.create(model="y0-fast", prompt="Hello")
    client.runs.create(model="y0-fast", prompt="Hello", idempotency_key="mine")
    keys = [heard.headers["idempotency-key"] for heard in scripted.heard]
    assert len(set(keys)) == 3
    assert keys[-1] == "mine"


def test_a_repeated_request_runs_once(new_client: NewClient, api: Api) -> None:
    client = new_client(api.url, api.secret)
    first, second = (
        client.runs.create(model="y0-fast", prompt="What is 2 + 2?", idempotency_key="once")
        for _ in range(2)
    )
    assert first == second
    assert len(list(client.runs.list())) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422])
def test_what_will_not_pass_is_tried_once(
    new_client: NewClient, scripted: Scripted, status: int
) -> None:
    scripted.tell(error(status, "some_code"), answer(200, RUN))
    with pytest.raises(APIError) as caught:
        new_client(scripted.url).runs.retrieve("run_1")
    assert (caught.value.status, caught.value.code) == (status, "some_code")
    assert len(scripted.heard) == 1


def test_tries_come_to_an_end(new_client: NewClient, scripted: Scripted) -> None:
    scripted.tell(*[error(503, "overloaded", **AT_ONCE)] * 3, answer(200, RUN))
    with pytest.raises(OverloadedError):
        new_client(scripted.url, max_retries=2).runs.retrieve("run_1")
    assert len(scripted.heard) == 3


def test_without_retries_there_is_one_try(new_client: NewClient, scripted: Scripted) -> None:
    scripted.tell(error(500, "internal", **AT_ONCE), CUT)
    client = new_client(scripted.url).with_options(max_retries=0)
    with pytest.raises(InternalServerError):
        client.runs.retrieve("run_1")
    with pytest.raises(APIConnectionError):
        client.runs.retrieve("run_1")
    assert len(scripted.heard) == 2


def test_nobody_waits_for_more_than_a_minute(new_client: NewClient, scripted: Scripted) -> None:
    scripted.tell(error(429, "rate_limited", retry_after="61"), answer(200, RUN))
    with pytest.raises(RateLimitError) as caught:
        new_client(scripted.url).runs.retrieve("run_1")
    assert caught.value.retry_after == 61
    assert len(scripted.heard) == 1


@pytest.mark.usefixtures("scripted")
def test_nobody_there_is_a_failed_connection(new_client: NewClient) -> None:
    with pytest.raises(APIConnectionError, match=r"GET http://127\.0\.0\.1:1/v1/models"):
        new_client("http://127.0.0.1:1", max_retries=1).models.list()


def test_silence_is_a_timeout(new_client: NewClient, scripted: Scripted) -> None:
    scripted.tell(silence(5))
    with pytest.raises(APITimeoutError, match=r"nothing came for 0\.2 seconds"):
        new_client(scripted.url, timeout=0.2, max_retries=0).models.list()


@pytest.mark.parametrize(
    "content", [b"{nonsense", b"", b'["a list"]', b'{"id": "run_1"}', b'{"id": 5}', b"\xff\xfe"]
)
def test_what_cannot_be_understood_is_said(
    new_client: NewClient, scripted: Scripted, content: bytes
) -> None:
    scripted.tell(whole(200, content, request_id="req_7"))
    with pytest.raises(MalformedResponseError) as caught:
        new_client(scripted.url).runs.retrieve("run_1")
    assert caught.value.request_id == "req_7"
    assert len(scripted.heard) == 1


@pytest.mark.parametrize(
    "content",
    [b'{"data": 5}', b"[]", b'{"data": [5]}', b'{"data": [{}]}', b'{"data": [], "has_more": true}'],
)
def test_a_page_that_cannot_be_understood_is_said(
    new_client: NewClient, scripted: Scripted, content: bytes
) -> None:
    scripted.tell(whole(200, content, request_id="req_7"))
    with pytest.raises(MalformedResponseError) as caught:
        list(new_client(scripted.url).runs.list())
    assert caught.value.request_id == "req_7"


@pytest.mark.parametrize("content", [b"<h1>No</h1>", b"[]", b'{"error": "no"}', b"\xff"])
def test_a_refusal_without_an_envelope_is_an_api_error(
    new_client: NewClient, scripted: Scripted, content: bytes
) -> None:
    scripted.tell(whole(418, content, request_id="req_7"))
    with pytest.raises(APIError) as caught:
        new_client(scripted.url).runs.retrieve("run_1")
    assert (caught.value.code, caught.value.status) == ("unknown", 418)
    assert caught.value.request_id == "req_7"


def test_a_page_that_is_lost_is_asked_for_again(new_client: NewClient, scripted: Scripted) -> None:
    page = {"data": [RUN], "has_more": True, "first_id": "run_1", "last_id": "run_1"}
    last = {"data": [{**RUN, "id": "run_2"}], "has_more": False}
    scripted.tell(answer(200, page), CUT, answer(200, last))
    found = [run.id for run in new_client(scripted.url).runs.list(page_size=1)]
    assert found == ["run_1", "run_2"]
    targets = [heard.target for heard in scripted.heard]
    assert targets[1] == targets[2] == "/v1/runs?after=run_1&limit=1"


def test_no_redirect_gets_the_key(new_client: NewClient, scripted: Scripted) -> None:
    scripted.tell(whole(302, b"", location="/elsewhere"))
    with pytest.raises(APIError) as caught:
        new_client(scripted.url).models.list()
    assert caught.value.status == 302
    assert [heard.target for heard in scripted.heard] == ["/v1/models"]


def test_what_is_sent_is_what_was_given(new_client: NewClient, scripted: Scripted) -> None:
    scripted.tell(answer(201, RUN))
    client = new_client(scripted.url + "/", "rw_secret", version="2026-11-15")
    client.runs.create(model="y0-fast", prompt="Größe?", context=["finance"], max_steps=2)
    heard = scripted.heard[0]
    assert json.loads(heard.body) == {
        "model": "y0-fast",
        "prompt": "Größe?",
        "context": ["finance"],
        "max_steps": 2,
    }
    assert heard.headers["authorization"] == "Bearer rw_secret"
    assert heard.headers["service-version"] == "2026-11-15"
    assert heard.headers["user-agent"].startswith("runwright-client/")
    assert "rw_secret" not in repr(client)


@pytest.mark.parametrize("id", ["", ".", "..", " "])
def test_an_id_that_leads_elsewhere_is_refused(
    new_client: NewClient, scripted: Scripted, id: str
) -> None:
    with pytest.raises(ValueError, match="is not an id"):
        new_client(scripted.url).runs.delete(id)
    assert scripted.heard == []


def test_an_id_stays_within_its_place(new_client: NewClient, scripted: Scripted) -> None:
    with pytest.raises(NotFoundError):
        new_client(scripted.url).runs.retrieve("../keys/key_1?x=#y")
    (heard,) = scripted.heard
    assert heard.target == "/v1/runs/..%2Fkeys%2Fkey_1%3Fx%3D%23y?include_trace=true"


# The rule itself --------------------------------------------------------------------------------


def got(status: int, **headers: str) -> Answer:
    return Answer(status=status, headers=headers, content=b"")


def test_pauses_grow_and_are_spread() -> None:
    retries = Retries(most=10)
    lost = Lost(error=OSError())
    for tried, most in ((1, 0.5), (2, 1.0), (3, 2.0), (4, 4.0), (5, 8.0), (9, 8.0)):
        pauses = [retries.pause(lost, tried) or 0 for _ in range(200)]
        assert most / 2 <= min(pauses) < max(pauses) <= most
    assert retries.pause(lost, 11) is None


def test_who_says_when_to_come_back_is_believed() -> None:
    retries = Retries()
    for status in (429, 503):
        assert 7 <= (retries.pause(got(status, **{"retry-after": "7"}), 1) or 0) <= 7.7
        assert retries.pause(got(status, **{"retry-after": "61"}), 1) is None
        assert (retries.pause(got(status, **{"retry-after": "soon"}), 1) or 99) <= 0.5
    past = {"retry-after": "Sun, 15 Nov 2015 09:00:00 GMT"}
    assert retries.pause(got(429, **past), 1) == 0
    future = {"retry-after": "Sun, 15 Nov 2999 09:00:00 GMT"}
    assert retries.pause(got(429, **future), 1) is None


def test_what_is_hopeless_is_not_tried_again() -> None:
    assert Retries().pause(Lost(error=ValueError(), hopeless=True), 1) is None
    assert Retries().pause(got(501), 1) is None
    assert Retries().pause(got(404), 1) is None
