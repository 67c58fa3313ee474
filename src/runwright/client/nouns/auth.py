"""`client.auth`: logging in without a key, letting others in, and the key itself."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.client.calls import D, Noun, call, given, path
from runwright.client.errors import WaitTimeoutError
from runwright.client.nouns.deadline import Deadline
from runwright.client.requests import Pause, Steps
from runwright.client.types.access import DeviceLogin, Key, LoginToken, WaitingLogin
from runwright.client.types.common import Deleted


class Auth(Noun[D]):
    """Logins: somebody who has a key approves a code, and whoever asked gets a key."""

    @call
    def start(self, *, name: str | None = None) -> Steps[DeviceLogin]:
        """Start a login, without a key.

        Args:
            name: What the new key is to be called.
        """
        return self._act("POST", "/v1/auth/device", DeviceLogin.read, body=given(name=name))

    @call
    def poll(self, device_code: str) -> Steps[LoginToken]:
        """Ask whether a login was approved; if so, the secret is returned, only once.

        Args:
            device_code: The `device_code` of the login.
        """
        body = {"device_code": device_code}
        return self._act("POST", "/v1/auth/token", LoginToken.read, body=body)

    @call
    def wait(
        self, device_code: str, *, interval: float = 2, timeout: float | None = None
    ) -> Steps[str]:
        """Return the secret of the new key once the login is approved.

        Raises WaitTimeoutError if `timeout` passes first.

        Args:
            device_code: The `device_code` of the login.
            interval: Seconds between two requests: the login's `interval`.
            timeout: Seconds to wait; without end by default.
        """
        deadline = Deadline(timeout)
        body = {"device_code": device_code}
        while True:
            token = yield from self._act("POST", "/v1/auth/token", LoginToken.read, body=body)
            if token.secret is not None:
                return token.secret
            if deadline.is_over:
                raise WaitTimeoutError("nobody has approved the login yet")
            yield Pause(deadline.left(interval))

    @call
    def retrieve(self, user_code: str) -> Steps[WaitingLogin]:
        """Return the login that waits under a code.

        Args:
            user_code: The code that the login shows.
        """
        return self._get(path("/v1/auth/approvals/{}", user_code), WaitingLogin.read)

    @call
    def approve(self, user_code: str, *, scopes: Sequence[str]) -> Steps[WaitingLogin]:
        """Approve a login: it gets a key with these scopes.

        Args:
            user_code: The code that the login shows.
            scopes: What the new key may do; never more than your own.
        """
        body = {"user_code": user_code, "scopes": scopes}
        return self._act("POST", "/v1/auth/approvals", WaitingLogin.read, body=body)

    @call
    def deny(self, user_code: str) -> Steps[Deleted]:
        """Deny a login.

        Args:
            user_code: The code that the login shows.
        """
        return self._act("DELETE", path("/v1/auth/approvals/{}", user_code), Deleted.read)

    @call
    def current_key(self) -> Steps[Key]:
        """Return the key that this client uses."""
        return self._get("/v1/auth/key", Key.read)

    @call
    def revoke(self) -> Steps[Deleted]:
        """Revoke the key that this client uses, at once."""
        return self._act("DELETE", "/v1/auth/key", Deleted.read)
