// The events of a calendar: when, what, where, and who comes.

import { Fragment } from "react";
import { count } from "../shared/format";
import { Shortened, Table } from "../shared/lists";
import { Section } from "../shared/Page";
import type { CalendarEvent, RecordOf } from "./queries";
import { peopleOf, when, written } from "./when";
import type { Person } from "./when";

export function Events({ records }: { records: RecordOf<"event">[] }) {
  const events = records.map((record) => record.facts);
  const endless = new Set(events.filter((event) => event.endless).map((event) => event.series))
    .size;
  return (
    <Section title="Events" aside={<span className="soft">{count(events.length, "event")}</span>}>
      <Shortened items={events} one="event">
        {(shown) => (
          <Table
            label="Events"
            caption={<span className="unseen">Events in the order of the file</span>}
            className="records events"
            columns={["When", "Title", "Place", "People"]}
          >
            {shown.map((event, n) => (
              <EventRow key={n} event={event} />
            ))}
          </Table>
        )}
      </Shortened>
      {endless > 0 && (
        <p className="soft">
          {count(endless, "series goes", "series go")} on after the last event that was read.
        </p>
      )}
    </Section>
  );
}

function EventRow({ event }: { event: CalendarEvent }) {
  const { text, zone } = when(event);
  const isCancelled = event.status === "cancelled";
  return (
    <tr className={isCancelled ? "apart cancelled" : undefined}>
      <td className="day">
        {text}
        {zone && <span className="soft aside">{zone}</span>}
        {event.moved_from && (
          <span className="soft aside">moved from {written(event.moved_from, zone)}</span>
        )}
      </td>
      <th scope="row" className="who">
        {isCancelled ? <s>{event.title}</s> : event.title}{" "}
        {badgesOf(event).map((badge) => (
          <Fragment key={badge}>
            <span className={`badge ${badge}`}>{badge}</span>{" "}
          </Fragment>
        ))}
      </th>
      <td className="what">{event.place}</td>
      <td className="people">
        <People people={peopleOf(event)} more={event.more_attendees ?? 0} />
      </td>
    </tr>
  );
}

/** What is not as it mostly is: a task, tentative, cancelled, done, an event that takes no time. */
function badgesOf({ what = "event", status = "confirmed", busy }: CalendarEvent): string[] {
  const badges = [
    what !== "event" && what,
    status !== "confirmed" && status,
    what === "event" && busy === false && "free",
  ];
  return badges.filter((badge) => badge !== false);
}

const FEW = 5;

/** A few names, and the others behind a fold; `more` are invited beside those. */
function People({ people, more }: { people: Person[]; more: number }) {
  const hidden = people.slice(FEW);
  const unnamed = people.length > 0 ? `, and ${more} more` : count(more, "person", "people");
  const rest = more > 0 && unnamed;
  if (hidden.length === 0)
    return (
      <>
        <Names people={people} />
        {rest}
      </>
    );
  return (
    <>
      <Names people={people.slice(0, FEW)} />
      <details>
        <summary>and {hidden.length + more} more</summary>
        <Names people={hidden} />
        {rest}
      </details>
    </>
  );
}

function Names({ people }: { people: Person[] }) {
  return people.map(({ name, part }, n) => (
    <Fragment key={n}>
      {n > 0 && ", "}
      {name}
      {part && <span className={`answer ${part}`}> ({part})</span>}
    </Fragment>
  ));
}
