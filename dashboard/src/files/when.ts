// When events take place and who comes, as a calendar says it.

import type { CalendarEvent } from "./queries";

const DAY = /^\d{4}-\d\d-\d\d$/;
const ONE_DAY = 86_400_000;
const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Forms {
  weekday: Intl.DateTimeFormat;
  day: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
}

const known = new Map<string, Forms>();

function formsOf(timeZone: string): Forms {
  const made = known.get(timeZone) ?? {
    weekday: new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short" }),
    day: new Intl.DateTimeFormat("en-GB", {
      timeZone,
      day: "numeric",
      month: "short",
      year: "numeric",
    }),
    time: new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }),
  };
  known.set(timeZone, made);
  return made;
}

const isDay = (stamp: string) => DAY.test(stamp);

/** A day without a time: "5 Jan 2026", the same one wherever the reader is. */
export function writtenDay(day: string): string {
  return formsOf("UTC").day.format(new Date(day));
}

/** A day or an instant: "Mon 5 Jan 2026", "Mon 5 Jan 2026, 09:00". */
export function written(stamp: string, zone: string = HERE): string {
  const date = new Date(stamp);
  const { weekday, day, time } = formsOf(isDay(stamp) ? "UTC" : zone);
  const said = `${weekday.format(date)} ${day.format(date)}`;
  return isDay(stamp) ? said : `${said}, ${time.format(date)}`;
}

/** The zone to show an event in: where it was entered, if the browser knows that zone. */
function zoneOf(event: CalendarEvent, here: string): string {
  try {
    formsOf(event.zone ?? here);
    return event.zone ?? here;
  } catch {
    return here;
  }
}

/** When an event takes place, and the zone of these times where it is not the reader's. */
export function when(event: CalendarEvent, here: string = HERE): { text: string; zone?: string } {
  if (!event.start) return { text: "Undated" };
  const zone = zoneOf(event, here);
  const text = introduction(event) + span(event.start, event.end ?? null, zone);
  return isDay(event.start) || zone === here ? { text } : { text, zone };
}

function introduction(event: CalendarEvent): string {
  if (event.what !== "task") return "";
  return event.due === false ? "from " : "due ";
}

function span(start: string, end: string | null, zone: string): string {
  const first = written(start, zone);
  if (!end || end <= start) return first;
  if (!isDay(start)) {
    const last = written(end, zone);
    const [day, time] = last.split(", ");
    return first.startsWith(`${day},`) ? `${first}–${time}` : `${first} – ${last}`;
  }
  // Calendars name the day after the last one.
  const last = new Date(Date.parse(end) - ONE_DAY).toISOString().slice(0, 10);
  return last === start ? first : `${first} – ${written(last)}`;
}

export interface Person {
  name: string;
  /** "organiser, accepted"; empty when there is nothing to say. */
  part: string;
}

/** The organiser and then each guest, once, with their answer. */
export function peopleOf(event: CalendarEvent): Person[] {
  const { organiser, attendees = [] } = event;
  const key = (person: { name: string; address?: string | null }) => person.address ?? person.name;
  const invited = attendees.find((each) => organiser && key(each) === key(organiser));
  const others = attendees.filter((each) => each !== invited);
  const part = (answer?: string) => (answer && answer !== "none" ? answer : "");
  const people = others.map((each) => ({ name: each.name, part: part(each.answer) }));
  if (!organiser) return people;
  const answered = part(invited?.answer ?? organiser.answer);
  return [
    { name: organiser.name, part: ["organiser", answered].filter(Boolean).join(", ") },
    ...people,
  ];
}
