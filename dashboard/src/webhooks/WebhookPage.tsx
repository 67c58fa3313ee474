// One webhook: what it is told, each delivery with its tries, and what can be done.

import { useState } from "react";
import { patch, post, remove } from "../shared/api";
import { Button, Choice, Facts, Id, Secret, Status, Time } from "../shared/controls";
import { Confirm } from "../shared/Dialog";
import { Empty, Found, Refusal } from "../shared/feedback";
import { Listed } from "../shared/lists";
import { Page, Section } from "../shared/Page";
import { go, useParameter } from "../shared/router";
import { useDeliveries, useWebhook, useWebhookChange } from "./queries";
import type { Delivery, Webhook } from "./queries";
import "./webhooks.css";

export function WebhookPage() {
  const webhook = useWebhook(useParameter("id"));
  if (webhook.data) return <OneWebhook webhook={webhook.data} />;
  return (
    <Page title="Webhook" back={{ to: "/webhooks", name: "Webhooks" }}>
      <Found query={webhook}>{() => null}</Found>
    </Page>
  );
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const [isAsking, setAsking] = useState(false);
  const path = { id: webhook.id };
  const isEnabled = webhook.status === "enabled";
  const test = useWebhookChange(() => post("/v1/webhooks/{id}/test", { path }));
  const rotate = useWebhookChange(() =>
    post("/v1/webhooks/{id}/rotate_secret", { path, body: {} }),
  );
  const turn = useWebhookChange(() =>
    patch("/v1/webhooks/{id}", {
      path,
      body: { status: isEnabled ? "disabled" : "enabled" },
    }),
  );
  const erase = useWebhookChange(
    () => remove("/v1/webhooks/{id}", { path }),
    () => go("/webhooks"),
  );
  const error = test.error ?? rotate.error ?? turn.error;
  return (
    <Page
      title={webhook.url}
      back={{ to: "/webhooks", name: "Webhooks" }}
      actions={
        <>
          <Button isBusy={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
          <Button isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
            New secret
          </Button>
          <Button isBusy={turn.isPending} onClick={() => turn.mutate()}>
            {isEnabled ? "Disable" : "Enable"}
          </Button>
          <Button kind="danger" onClick={() => setAsking(true)}>
            Delete
          </Button>
        </>
      }
    >
      {rotate.data?.secret && <Secret secret={rotate.data.secret} what="new signing secret" />}
      {error && <Refusal error={error} />}
      <Facts
        facts={[
          ["Status", <Status value={webhook.status} />],
          ...(webhook.disabled_reason
            ? [["Why it is disabled", webhook.disabled_reason] as [string, string]]
            : []),
          ...(webhook.failing_since
            ? [["Failing", <Time at={webhook.failing_since} />] as [string, React.ReactNode]]
            : []),
          ["Told of", webhook.events.join(", ")],
          ["With the scopes of", <Id id={webhook.key} />],
          ["Made", <Time at={webhook.created_at} />],
          ["Id", <code className="whole-id">{webhook.id}</code>],
        ]}
      />
      <Deliveries webhook={webhook} />
      {isAsking && (
        <Confirm
          title="Delete this webhook?"
          action="Delete the webhook"
          mutation={erase}
          onClose={() => setAsking(false)}
        >
          <p>It is told nothing more, and the record of its deliveries goes with it.</p>
        </Confirm>
      )}
    </Page>
  );
}

const STATUSES = [
  { value: "", name: "All" },
  { value: "pending", name: "Pending" },
  { value: "succeeded", name: "Succeeded" },
  { value: "failed", name: "Failed" },
] as const;

function Deliveries({ webhook }: { webhook: Webhook }) {
  const [status, setStatus] = useState<"" | Delivery["status"]>("");
  const deliveries = useDeliveries(webhook.id, status || undefined);
  return (
    <Section
      title="Deliveries"
      aside={<Choice label="Status" options={STATUSES} value={status} onChange={setStatus} />}
    >
      <Listed
        pages={deliveries}
        empty={
          <Empty title="Nothing was delivered">
            <p>“Send a test” tells it something at once.</p>
          </Empty>
        }
      >
        {(items) => (
          <ul className="deliveries">
            {items.map((delivery) => (
              <li key={delivery.id} className="card">
                <OneDelivery delivery={delivery} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </Section>
  );
}

function OneDelivery({ delivery }: { delivery: Delivery }) {
  const again = useWebhookChange(() =>
    post("/v1/webhooks/{id}/deliveries/{did}/redeliver", {
      path: { id: delivery.webhook, did: delivery.id },
    }),
  );
  return (
    <>
      <div className="delivery-head">
        <code>{delivery.type}</code>
        <Status value={delivery.status} />
        <Time at={delivery.created_at} />
        <Button kind="quiet" isBusy={again.isPending} onClick={() => again.mutate()}>
          Send again
        </Button>
      </div>
      {again.error && <Refusal error={again.error} />}
      {delivery.attempts.length > 0 && (
        <ol className="attempts">
          {delivery.attempts.map((attempt) => (
            <li key={attempt.at}>
              <Time at={attempt.at} />
              <span>{attempt.status_code ?? "no answer"}</span>
              <span>{attempt.ms} ms</span>
              {attempt.error && <span className="soft">{attempt.error}</span>}
            </li>
          ))}
        </ol>
      )}
      {delivery.next_attempt_at && (
        <p className="soft">
          tried again at {new Date(delivery.next_attempt_at).toLocaleTimeString("en-GB")}
        </p>
      )}
    </>
  );
}
