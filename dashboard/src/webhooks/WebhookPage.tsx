// One webhook: the events it receives, each delivery with its attempts, and what can be done.

import { useState } from "react";
import { patch, post, remove } from "../shared/api";
import { Button, Choice, Facts, Moment, Named, Secret, Status, Time } from "../shared/controls";
import { AskingButton } from "../shared/Dialog";
import { Empty, Found, Refusal } from "../shared/feedback";
import { Listed } from "../shared/lists";
import { useNames } from "../shared/names";
import { Page, Section } from "../shared/Page";
import { go, useParameter } from "../shared/router";
import { OneDelivery } from "./Delivery";
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
  const nameOf = useNames(["keys"]);
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
      lead={
        <>
          Each request is signed. <a href="/docs/webhooks">How to verify the signature</a>
        </>
      }
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
          <AskingButton
            name="Delete"
            title="Delete this webhook?"
            action="Delete the webhook"
            mutation={erase}
          >
            <p>It receives nothing more, and the record of its deliveries is deleted.</p>
          </AskingButton>
        </>
      }
    >
      {rotate.data?.secret && <Secret secret={rotate.data.secret} what="new signing secret" />}
      {error && <Refusal error={error} />}
      <Facts
        facts={[
          ["Status", <Status value={webhook.status} />],
          ...(webhook.disabled_reason
            ? [["Disabled because", webhook.disabled_reason] as [string, string]]
            : []),
          ...(webhook.failing_since
            ? [
                ["Failing since", <Moment at={webhook.failing_since} />] as [
                  string,
                  React.ReactNode,
                ],
              ]
            : []),
          ["Events", webhook.events.join(", ")],
          ["Signing secret", <code>{webhook.secret_hint ?? "whsec_…"}</code>],
          ["Scopes of key", <Named id={webhook.key} name={nameOf(webhook.key)} />],
          ["Created", <Time at={webhook.created_at} />],
          ["Id", <code className="whole-id">{webhook.id}</code>],
        ]}
      />
      <Deliveries webhook={webhook} />
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
          <Empty title="No deliveries">
            <p>“Send a test” delivers an event right away.</p>
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
