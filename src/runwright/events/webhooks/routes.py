"""`/v1/webhooks` over HTTP."""

from __future__ import annotations

from runwright.api import pages
from runwright.api.call import Answer, Call, answer, secret_answer
from runwright.api.router import Route, deleting
from runwright.db.transaction import Tx
from runwright.events.webhooks import service, store
from runwright.events.webhooks.deliveries.service import Deliveries
from runwright.events.webhooks.deliveries.types import DeliveryDetailShape
from runwright.events.webhooks.service import Webhooks
from runwright.events.webhooks.types import (
    ChangeWebhook,
    CreateWebhook,
    DeletedWebhook,
    DeliveriesQuery,
    Delivery,
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
    async def create(call: Call) -> Answer:
        def act(tx: Tx) -> Answer:
            made = webhooks.create(tx, call.caller, call.new_id, call.body, call.version)
            return secret_answer(webhooks.show(made), webhooks.secret_of(made), 201)

        return await call.commit(act)

    async def rotate_secret(call: Call) -> Answer:
        webhook_id, grace = call.path["id"], call.body.grace_seconds

        def act(tx: Tx) -> Answer:
            rotated = webhooks.rotate_secret(tx, call.caller, webhook_id, grace)
            return secret_answer(webhooks.show(rotated), webhooks.secret_of(rotated))

        return await call.commit(act)

    async def list_webhooks(call: Call) -> Answer:
        page, filters = call.query.page(), _filters(call)
        found = await call.read(
            lambda reader: store.list_webhooks(reader, call.grant, page, filters)
        )
        return answer(pages.render(found, webhooks.show))

    async def read(call: Call) -> Answer:
        webhook_id = call.path["id"]
        return await call.commit(
            lambda tx: answer(webhooks.show(service.existing(tx, call.grant, webhook_id)))
        )

    async def change(call: Call) -> Answer:
        webhook_id = call.path["id"]

        def act(tx: Tx) -> Answer:
            changed = service.change(tx, call.caller, webhook_id, call.body, call.version)
            return answer(webhooks.show(changed))

        return await call.commit(act)

    return [
        Route(
            method="POST",
            path="/v1/webhooks",
            action="webhooks.create",
            scope=Scope.WEBHOOKS_WRITE,
            handler=create,
            summary="Create a webhook; its secret is shown only once",
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
            handler=list_webhooks,
            summary="List webhooks, newest first",
            query=WebhooksQuery,
            answer=WebhookList,
        ),
        Route(
            method="GET",
            path="/v1/webhooks/{id}",
            action="webhooks.read",
            scope=Scope.WEBHOOKS_READ,
            handler=read,
            summary="Retrieve a webhook",
            answer=WebhookShape,
            problems=_ABSENT,
        ),
        Route(
            method="PATCH",
            path="/v1/webhooks/{id}",
            action="webhooks.change",
            scope=Scope.WEBHOOKS_WRITE,
            handler=change,
            summary="Change, disable or enable a webhook",
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
            summary="Delete a webhook and its deliveries",
            answer=DeletedWebhook,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/webhooks/{id}/rotate_secret",
            action="webhooks.rotate_secret",
            scope=Scope.WEBHOOKS_WRITE,
            handler=rotate_secret,
            summary="Rotate a webhook's secret; the old one also signs for a grace period",
            body=RotateSecret,
            answer=WebhookWithSecret,
            problems=_ABSENT,
        ),
    ]


async def _list_deliveries(call: Call) -> Answer:
    webhook_id, page, filters = call.path["id"], call.query.page(), _filters(call)
    found = await call.read(
        lambda reader: service.list_deliveries(reader, call.grant, webhook_id, page, filters)
    )
    return answer(pages.render(found, Delivery.as_json))


def _filters(call: Call) -> dict[str, str]:
    status = call.query.status
    return {} if status is None else {"status": status}


def _deliveries(webhooks: Webhooks) -> list[Route]:
    async def test(call: Call) -> Answer:
        webhook_id = call.path["id"]
        return await call.commit(
            lambda tx: answer(webhooks.test(tx, call.caller, webhook_id).as_json())
        )

    async def redeliver(call: Call) -> Answer:
        webhook_id, delivery_id = call.path["id"], call.path["did"]

        def act(tx: Tx) -> Answer:
            restarted = webhooks.redeliver(tx, call.caller, webhook_id, delivery_id)
            return answer(restarted.as_json())

        return await call.commit(act)

    return [
        Route(
            method="POST",
            path="/v1/webhooks/{id}/test",
            action="webhooks.test",
            scope=Scope.WEBHOOKS_WRITE,
            handler=test,
            summary="Send a test event",
            answer=DeliveryShape,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/webhooks/{id}/deliveries",
            action="webhooks.deliveries",
            scope=Scope.WEBHOOKS_READ,
            handler=_list_deliveries,
            summary="List a webhook's deliveries of the last 30 days, newest first",
            query=DeliveriesQuery,
            answer=DeliveryList,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/webhooks/{id}/deliveries/{did}/redeliver",
            action="webhooks.redeliver",
            scope=Scope.WEBHOOKS_WRITE,
            handler=redeliver,
            summary="Send a delivery again",
            answer=DeliveryShape,
            problems=_ABSENT,
        ),
    ]


def _delivery(deliveries: Deliveries) -> Route:
    async def read(call: Call) -> Answer:
        webhook_id, delivery_id = call.path["id"], call.path["did"]
        found = await call.read(
            lambda reader: deliveries.read(reader, call.caller, webhook_id, delivery_id)
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
