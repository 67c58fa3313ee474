// The addresses that receive events.

import { useState } from "react";
import { Problem, post } from "../shared/api";
import { Button, Field, Moment, Secret, Status, Ticks, Time } from "../shared/controls";
import { Empty, Refusal } from "../shared/feedback";
import { Listed, Table } from "../shared/lists";
import { Page, Section } from "../shared/Page";
import { Link } from "../shared/router";
import { EVENT_TYPES, useWebhookChange, useWebhooks } from "./queries";
import type { EventType } from "./queries";
import "./webhooks.css";

export function WebhooksPage() {
  const [isMaking, setMaking] = useState(false);
  return (
    <Page
      title="Webhooks"
      lead={
        <>
          Runwright posts signed <Link to="/events">events</Link> to your address and retries until
          it answers. <a href="/docs/webhooks">Read the documentation</a>.
        </>
      }
      actions={
        !isMaking && (
          <Button kind="primary" onClick={() => setMaking(true)}>
            New webhook
          </Button>
        )
      }
    >
      {isMaking && (
        <Section title="New webhook">
          <NewWebhook onClose={() => setMaking(false)} />
        </Section>
      )}
      <Listed
        pages={useWebhooks()}
        empty={
          <Empty title="No webhooks yet">
            <p>Notify your own programs when a run ends or a file has been read.</p>
          </Empty>
        }
      >
        {(webhooks) => (
          <Table label="Webhooks" columns={["Address", "Status", "Events", "Created"]}>
            {webhooks.map((webhook) => (
              <tr key={webhook.id}>
                <td className="wide">
                  <Link to={`/webhooks/${webhook.id}`}>{webhook.url}</Link>
                </td>
                <td>
                  <Status value={webhook.status} />
                  {webhook.failing_since && (
                    <span className="soft aside">
                      failing since <Moment at={webhook.failing_since} />
                    </span>
                  )}
                </td>
                <td>{webhook.events.join(", ")}</td>
                <td>
                  <Time at={webhook.created_at} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
    </Page>
  );
}

function NewWebhook({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<EventType[]>(["run.completed", "run.failed"]);
  const make = useWebhookChange(() => post("/v1/webhooks", { body: { url, events } }));
  if (make.data?.secret)
    return (
      <>
        <Secret secret={make.data.secret} what="signing secret" />
        <div className="actions">
          <Button onClick={onClose}>Done</Button>
        </div>
      </>
    );
  const problem = make.error instanceof Problem ? make.error : null;
  return (
    <form
      className="form card"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <Field
        label="Address"
        error={problem?.field("url")}
        hint="It must answer with a 2xx status within 15 seconds."
      >
        {(attributes) => (
          <input
            {...attributes}
            type="url"
            required
            autoFocus
            placeholder="https://example.com/runwright"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Ticks
        legend="Events"
        options={EVENT_TYPES.map((value) => ({ value, name: <code>{value}</code> }))}
        chosen={events}
        onChange={setEvents}
      />
      {make.error && <Refusal error={make.error} />}
      <div className="actions">
        <Button
          type="submit"
          kind="primary"
          isBusy={make.isPending}
          disabled={!url || events.length === 0}
        >
          Create webhook
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
