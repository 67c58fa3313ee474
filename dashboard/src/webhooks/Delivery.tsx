// One delivery: each attempt, when the next one comes, and what was sent and answered.

import { useState } from "react";
import { post } from "../shared/api";
import { Button, Id, Moment, Status } from "../shared/controls";
import { Found, Refusal } from "../shared/feedback";
import { Payload } from "./Payload";
import { useDelivery, useWebhookChange } from "./queries";
import type { Delivery, DeliveryDetail } from "./queries";
import { nextAttempt, outcomeOf } from "./words";

export function OneDelivery({ delivery }: { delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false);
  const again = useWebhookChange(() =>
    post("/v1/webhooks/{id}/deliveries/{did}/redeliver", {
      path: { id: delivery.webhook, did: delivery.id },
    }),
  );
  const next = nextAttempt(delivery);
  return (
    <>
      <div className="delivery-head">
        <code>{delivery.type}</code>
        <Status value={delivery.status} />
        <Moment at={delivery.created_at} />
        <Button kind="quiet" isBusy={again.isPending} onClick={() => again.mutate()}>
          Send again
        </Button>
      </div>
      {again.error && <Refusal error={again.error} />}
      {delivery.attempts.length > 0 && (
        <ol className="attempts">
          {delivery.attempts.map((attempt) => (
            <li key={attempt.at}>
              <Moment at={attempt.at} />
              <span>{outcomeOf(attempt)}</span>
              <span className="soft">{attempt.ms} ms</span>
            </li>
          ))}
        </ol>
      )}
      {next && <p className="soft">{next}</p>}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Request and response</summary>
        {isOpen && <Exchange delivery={delivery} />}
      </details>
    </>
  );
}

function Exchange({ delivery }: { delivery: Delivery }) {
  const detail = useDelivery(delivery);
  return <Found query={detail}>{(found) => <Both detail={found} />}</Found>;
}

function Both({ detail }: { detail: DeliveryDetail }) {
  const { request, response } = detail;
  return (
    <div className="exchange">
      <section>
        <h3>Request</h3>
        <p className="soft">
          Event <Id id={detail.event} />
        </p>
        {request ? (
          <>
            <Headers headers={request.headers} />
            <Payload label="Request body" text={request.body} />
            {request.truncated && <Cut />}
          </>
        ) : (
          <p className="soft">Nothing has been sent yet.</p>
        )}
      </section>
      <section>
        <h3>Response</h3>
        {response ? (
          <>
            <p>
              Status <strong>{response.status_code}</strong>
            </p>
            {response.headers && <Headers headers={response.headers} />}
            {response.body !== null && <Payload label="Response body" text={response.body} />}
            {response.truncated && <Cut />}
            {response.erased && (
              <p className="soft">The rest was erased together with the run or file.</p>
            )}
          </>
        ) : (
          <p className="soft">The endpoint has not answered.</p>
        )}
      </section>
    </div>
  );
}

function Cut() {
  return <p className="soft">Only the first 8 KB are kept.</p>;
}

function Headers({ headers }: { headers: Record<string, string> }) {
  return (
    <dl className="headers">
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
