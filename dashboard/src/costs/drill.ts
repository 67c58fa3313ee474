// From a bucket of a chart to the runs behind it.

import type { Wish } from "./queries";

/** A bucket's day as the project counts it: "17 Nov 2026". */
export function dayIn(start: string, timeZone: string): string {
  return new Date(start).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone,
  });
}

/** The same as `2026-11-17`. */
function isoDayIn(start: string, timeZone: string): string {
  return new Date(start).toLocaleDateString("sv-SE", { timeZone });
}

/** Where the runs of a day are listed. */
export function runsOf(start: string, timeZone: string): string {
  const day = isoDayIn(start, timeZone);
  return `/runs?${new URLSearchParams({ from: day, to: day })}`;
}

const DAY = 86_400_000;

/** The first day that a page of costs shows. */
export function firstDay({ days }: Wish, now: number = Date.now()): string {
  return new Date(now - (days - 1) * DAY).toISOString().slice(0, 10);
}
