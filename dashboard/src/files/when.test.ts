import { expect, test } from "vitest";
import type { CalendarEvent } from "./queries";
import { peopleOf, when } from "./when";

function event(rest: Partial<CalendarEvent>): CalendarEvent {
  return { kind: "event", title: "Yoga", ...rest };
}

const text = (rest: Partial<CalendarEvent>) => when(event(rest), "Europe/Berlin").text;

test("the end of a day is the day before the one that calendars name", () => {
  expect(text({ start: "2026-01-05", end: "2026-01-06" })).toBe("Mon 5 Jan 2026");
  expect(text({ start: "2026-02-27", end: "2026-03-02" })).toBe("Fri 27 Feb 2026 – Sun 1 Mar 2026");
  expect(text({ start: "2026-01-05" })).toBe("Mon 5 Jan 2026");
  expect(text({})).toBe("Undated");
});

test("times are the reader's, and end on the day that they end on", () => {
  const start = "2026-01-05T08:00:00.000Z";
  expect(text({ start })).toBe("Mon 5 Jan 2026, 09:00");
  expect(text({ start, end: "2026-01-05T09:30:00.000Z" })).toBe("Mon 5 Jan 2026, 09:00–10:30");
  expect(text({ start, end: "2026-01-05T23:30:00.000Z" })).toBe(
    "Mon 5 Jan 2026, 09:00 – Tue 6 Jan 2026, 00:30",
  );
});

test("an event from another zone has the times of that zone, which is named", () => {
  const start = "2026-07-06T08:00:00.000Z";
  const seen = (zone: string) => when(event({ start, zone }), "Europe/Berlin");
  expect(seen("Asia/Tokyo")).toEqual({ text: "Mon 6 Jul 2026, 17:00", zone: "Asia/Tokyo" });
  expect(seen("Europe/Berlin")).toEqual({ text: "Mon 6 Jul 2026, 10:00" });
  expect(seen("Customized Time Zone 1")).toEqual({ text: "Mon 6 Jul 2026, 10:00" });
});

test("a task is due, or begins", () => {
  const start = "2026-01-05";
  expect(text({ what: "task", start })).toBe("due Mon 5 Jan 2026");
  expect(text({ what: "task", start, due: false })).toBe("from Mon 5 Jan 2026");
});

test("everybody is named once, the organiser first, with their answers", () => {
  const people = peopleOf(
    event({
      organiser: { name: "Ana", address: "ana@example.org" },
      attendees: [
        { name: "Ben", answer: "declined" },
        { name: "Ana Lopes", address: "ana@example.org", answer: "accepted" },
        { name: "Cem" },
      ],
    }),
  );
  expect(people.map(({ name, part }) => `${name}: ${part}`)).toEqual([
    "Ana: organiser, accepted",
    "Ben: declined",
    "Cem: ",
  ]);
});
