"""What else happens when a webhook is disabled, whoever does it."""

from __future__ import annotations

from runwright.db.transaction import Tx
from runwright.events.outbox import happened
from runwright.events.webhooks import store
from runwright.events.webhooks.types import Webhook
from runwright.jobs import store as jobs_store
from runwright.trust.kernel import Grant


def disable(tx: Tx, grant: Grant, webhook: Webhook, reason: str) -> Webhook:
    """Disable a webhook that is held: it is told nothing more, and the others that it is so."""
    disabled = webhook._replace(status="disabled", disabled_reason=reason)
    store.change(tx, grant, disabled)
    store.end_pending(tx, grant, webhook.id)
    jobs_store.finish_all(tx, webhook.id)
    happened(tx, grant, "webhook.disabled", webhook.id)
    return disabled
