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

/** What is not as it mostly is: a task, tentative, cancelled, done, time that stays free. */
function badgesOf({ what, status, busy }: CalendarEvent): string[] {
  const badges = [
    what !== "event" && what,
    status !== "confirmed" && status,
    busy === false && "free",
  ];
  return badges.filter((badge) => typeof badge === "string");
}

const FEW = 5;

/** A few names, and the others behind a fold; `more` are invited beside those. */
function People({ people, more }: { people: Person[]; more: number }) {
  const hidden = people.slice(FEW);
  const rest = more > 0 ? `${hidden.length > 0 ? ", " : ""} and ${more} more` : "";
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
