"""`client.auth`: logging in without a key, letting others in, and the key itself."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.client.calls import D, Noun, call, given, path
from runwright.client.errors import NotEndedYet
from runwright.client.nouns.patience import Patience
from runwright.client.requests import Pause, Steps
from runwright.client.types.access import DeviceLogin, Key, LoginToken, WaitingLogin
from runwright.client.types.common import Deleted


class Auth(Noun[D]):
    """Logins: somebody who has a key approves a code, and whoever asked gets a key."""

    @call
    def ask(self, *, name: str | None = None) -> Steps[DeviceLogin]:
        """Begin a login; needs no key. The name becomes the name of the new one."""
        return self._act("POST", "/v1/auth/device", DeviceLogin.read, body=given(name=name))

    @call
    def fetch(self, device_code: str) -> Steps[LoginToken]:
        """The secret of the new key, once, when somebody has approved; needs no key."""
        body = {"device_code": device_code}
        return self._act("POST", "/v1/auth/token", LoginToken.read, body=body)

    @call
    def wait(
        self, device_code: str, *, interval: float = 2, timeout: float | None = None
    ) -> Steps[str]:
        """The secret, once somebody has approved; NotEndedYet after `timeout` seconds."""
        patience = Patience(timeout)
        body = {"device_code": device_code}
        while True:
            token = yield from self._act("POST", "/v1/auth/token", LoginToken.read, body=body)
            if token.secret is not None:
                return token.secret
            if patience.is_over:
                raise NotEndedYet("nobody has approved the login yet")
            yield Pause(patience.left(interval))

    @call
    def look(self, user_code: str) -> Steps[WaitingLogin]:
        """Who waits under a code."""
        return self._get(path("/v1/auth/approvals/{}", user_code), WaitingLogin.read)

    @call
    def approve(self, user_code: str, *, scopes: Sequence[str]) -> Steps[WaitingLogin]:
        """Let whoever waits under a code have a key with these scopes."""
        body = {"user_code": user_code, "scopes": scopes}
        return self._act("POST", "/v1/auth/approvals", WaitingLogin.read, body=body)

    @call
    def refuse(self, user_code: str) -> Steps[Deleted]:
        """Send whoever waits under a code away."""
        return self._act("DELETE", path("/v1/auth/approvals/{}", user_code), Deleted.read)

    @call
    def own_key(self) -> Steps[Key]:
        """The key of this client."""
        return self._get("/v1/auth/key", Key.read)

    @call
    def give_up(self) -> Steps[Deleted]:
        """Revoke the key of this client at once."""
        return self._act("DELETE", "/v1/auth/key", Deleted.read)
