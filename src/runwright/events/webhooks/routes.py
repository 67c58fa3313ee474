"""`/v1/webhooks` over HTTP."""

from __future__ import annotations

from runwright.api.call import Answer, Call, answer
from runwright.api.router import Route, deleting
from runwright.events.webhooks import service
from runwright.events.webhooks.deliveries.service import Deliveries
from runwright.events.webhooks.deliveries.types import DeliveryDetailShape
from runwright.events.webhooks.service import Webhooks
from runwright.events.webhooks.types import (
    ChangeWebhook,
    CreateWebhook,
    DeletedWebhook,
    DeliveriesQuery,
    DeliveryList,
    DeliveryShape,
    RotateSecret,
    WebhookList,
    WebhookShape,
    WebhooksQuery,
    WebhookWithSecret,
)
from runwright.trust.scopes import Scope

_ABSENT = ("not_found", "already_deleted")


def routes(webhooks: Webhooks, deliveries: Deliveries) -> list[Route]:
    """The routes of this noun."""
    return [*_webhooks(webhooks), *_deliveries(webhooks), _delivery(deliveries)]


def _webhooks(webhooks: Webhooks) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/v1/webhooks",
            action="webhooks.create",
            scope=Scope.WEBHOOKS_WRITE,
            handler=webhooks.create,
            summary="Make a webhook; its secret is shown this once",
            body=CreateWebhook,
            answer=WebhookWithSecret,
            status=201,
            makes="wh",
        ),
        Route(
            method="GET",
            path="/v1/webhooks",
            action="webhooks.list",
            scope=Scope.WEBHOOKS_READ,
            handler=webhooks.list,
            summary="List webhooks, newest first",
            query=WebhooksQuery,
            answer=WebhookList,
        ),
        Route(
            method="GET",
            path="/v1/webhooks/{id}",
            action="webhooks.read",
            scope=Scope.WEBHOOKS_READ,
            handler=webhooks.read,
            summary="Retrieve a webhook",
            answer=WebhookShape,
            problems=_ABSENT,
        ),
        Route(
            method="PATCH",
            path="/v1/webhooks/{id}",
            action="webhooks.change",
            scope=Scope.WEBHOOKS_WRITE,
            handler=webhooks.change,
            summary="Change a webhook's address or types, disable it, or enable it from now on",
            body=ChangeWebhook,
            answer=WebhookShape,
            problems=_ABSENT,
        ),
        Route(
            method="DELETE",
            path="/v1/webhooks/{id}",
            action="webhooks.delete",
            scope=Scope.WEBHOOKS_WRITE,
            handler=deleting(service.delete, service.WHAT),
            summary="Remove a webhook with its deliveries",
            answer=DeletedWebhook,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/webhooks/{id}/rotate_secret",
            action="webhooks.rotate_secret",
            scope=Scope.WEBHOOKS_WRITE,
            handler=webhooks.rotate_secret,
            summary="Give a webhook a new secret; the old one signs for a grace period, too",
            body=RotateSecret,
            answer=WebhookWithSecret,
            problems=_ABSENT,
        ),
    ]


def _deliveries(webhooks: Webhooks) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/v1/webhooks/{id}/test",
            action="webhooks.test",
            scope=Scope.WEBHOOKS_WRITE,
            handler=webhooks.test,
            summary="Send an event of the type webhook.test, once and now",
            answer=DeliveryShape,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/webhooks/{id}/deliveries",
            action="webhooks.deliveries",
            scope=Scope.WEBHOOKS_READ,
            handler=webhooks.deliveries,
            summary="List what was told to a webhook in the last 30 days, newest first",
            query=DeliveriesQuery,
            answer=DeliveryList,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/webhooks/{id}/deliveries/{did}/redeliver",
            action="webhooks.redeliver",
            scope=Scope.WEBHOOKS_WRITE,
            handler=webhooks.redeliver,
            summary="Send a delivery again, beginning anew",
            answer=DeliveryShape,
            problems=_ABSENT,
        ),
    ]


def _delivery(deliveries: Deliveries) -> Route:
    async def read(call: Call) -> Answer:
        found = await deliveries.read(
            call.principal,
            call.grant,
            call.path["id"],
            call.path["did"],
            record=call.trail.append,
        )
        return answer(found.as_json())

    return Route(
        method="GET",
        path="/v1/webhooks/{id}/deliveries/{did}",
        action="webhooks.delivery",
        scope=Scope.WEBHOOKS_READ,
        handler=read,
        summary="Retrieve a delivery with its request and its response",
        answer=DeliveryDetailShape,
        problems=_ABSENT,
    )
