// A trace as it happened: which entry was being made at each moment, and a hand that moves on.

import type { Entry, Timeline } from "./types";

export interface Row {
  n: number;
  entry: Entry;
  /** Microseconds after the run's creation; null as long as the timeline does not say. */
  start: number | null;
  duration: number | null;
  /** What the call of a language model cost, as a decimal. */
  cost: string | null;
}

export type Phase = "ahead" | "now" | "done";

/** Each entry with its time, the timeline being as long as the trace or shorter. */
export function rowsOf(trace: Entry[], timeline: Timeline | undefined): Row[] {
  return trace.map((entry, index) => {
    const timed = timeline?.entries[index];
    const fits = timed !== undefined && timed.type === entry.type;
    return {
      n: index + 1,
      entry,
      start: fits ? timed.start_us : null,
      duration: fits ? timed.duration_us : null,
      cost: (fits && timed.cost) || null,
    };
  });
}

/** When the last entry was done. */
export function lengthOf(rows: Row[]): number {
  return rows.reduce((end, row) => Math.max(end, (row.start ?? 0) + (row.duration ?? 0)), 0);
}

export function phaseAt(row: Row, position: number): Phase {
  if (row.start === null || row.duration === null) return "done";
  if (position < row.start) return "ahead";
  return position < row.start + row.duration ? "now" : "done";
}

/** The number of the entry that was being made at a moment, or was the last one begun. */
export function currentAt(rows: Row[], position: number): number {
  return rows.reduce((found, row) => ((row.start ?? 0) <= position ? row.n : found), 0);
}

/** Where the hand is after some milliseconds of watching, at a speed. */
export function advance(
  position: number,
  elapsedMs: number,
  speed: number,
  length: number,
): number {
  return Math.min(length, position + elapsedMs * 1000 * speed);
}

/** Where a bar lies in its track, as shares of the whole. */
export function barOf(row: Row, length: number): { left: number; width: number } | null {
  if (row.start === null || row.duration === null || length === 0) return null;
  return { left: row.start / length, width: row.duration / length };
}
