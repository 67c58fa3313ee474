// What happened in the last 30 days, with the payload that a webhook receives for it.

import { Field, Id, Moment } from "../shared/controls";
import { Empty } from "../shared/feedback";
import { firstLine } from "../shared/format";
import { Listed } from "../shared/lists";
import { Page } from "../shared/Page";
import { Link, useQueryParameter } from "../shared/router";
import { EVENT_TYPES } from "../webhooks/queries";
import { Payload } from "../webhooks/Payload";
import { useEvents } from "./queries";
import type { ProjectEvent } from "./queries";
import "../webhooks/webhooks.css";

export function EventsPage() {
  const [type, setType] = useQueryParameter("type");
  const events = useEvents(type || undefined);
  return (
    <Page
      title="Events"
      lead={
        <>
          Everything that happened in the last 30 days. <Link to="/webhooks">Webhooks</Link> deliver
          the same payloads to your own programs. <a href="/docs/events">Read the documentation</a>.
        </>
      }
    >
      <div className="filters">
        <Field label="Type">
          {(attributes) => (
            <select {...attributes} value={type} onChange={(event) => setType(event.target.value)}>
              <option value="">all types</option>
              {EVENT_TYPES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Listed
        pages={events}
        empty={
          <Empty title="No events">
            <p>An event appears when a run ends, or a file has been read.</p>
          </Empty>
        }
      >
        {(items) => (
          <ul className="event-list">
            {items.map((event) => (
              <li key={event.id}>
                <OneEvent event={event} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </Page>
  );
}

function OneEvent({ event }: { event: ProjectEvent }) {
  const { id } = event.data.object;
  return (
    <>
      <div className="event-line">
        <Moment at={event.created_at} />
        <code>{event.type}</code>
        {typeof id === "string" && <Id id={id} />}
        <span className="event-about">{aboutOf(event)}</span>
      </div>
      <details>
        <summary>Payload</summary>
        <Payload label={`Payload of ${event.type}`} text={JSON.stringify(event, null, 2)} />
      </details>
    </>
  );
}

/** What the event is about, in the words of the thing itself: a file's name, a run's answer. */
function aboutOf({ data: { object } }: ProjectEvent): string {
  const result = object["result"] as { summary?: string } | null | undefined;
  const error = object["error"] as { message?: string } | null | undefined;
  const said = object["filename"] ?? object["url"] ?? result?.summary ?? error?.message;
  return typeof said === "string" ? firstLine(said, 120) : "";
}
