// Rows of analytics as series that can be drawn.

import type { CostRow } from "./queries";

export interface Series {
  name: string;
  values: number[];
}

export interface Charted {
  /** When each bucket begins. */
  starts: string[];
  series: Series[];
}

export type Measure = "cost" | "runs" | "steps";

const OTHERS = "others";
const MOST = 5;

/** One series for each group, the largest first; what is beyond the fifth is put together. */
export function chartOf(rows: CostRow[], measure: Measure): Charted {
  const starts = [...new Set(rows.map((row) => row.start))].sort();
  const places = new Map(starts.map((start, n) => [start, n]));
  const found = new Map<string, number[]>();
  for (const row of rows) {
    if (row.runs === 0) continue;
    const name = nameOf(row.group);
    const values = found.get(name) ?? starts.map(() => 0);
    values[places.get(row.start) ?? 0]! += Number(row[measure]);
    found.set(name, values);
  }
  const all = [...found].map(([name, values]) => ({ name, values }));
  all.sort((one, other) => sum(other.values) - sum(one.values));
  if (all.length <= MOST) return { starts, series: all };
  const rest = all.slice(MOST - 1);
  const others = starts.map((_, n) => sum(rest.map((series) => series.values[n] ?? 0)));
  return { starts, series: [...all.slice(0, MOST - 1), { name: OTHERS, values: others }] };
}

export function nameOf(group: Record<string, string | null>): string {
  const values = Object.values(group);
  return values.length === 0 ? "all runs" : values.map((value) => value ?? "none").join(", ");
}

export const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

/** A round number at or above a value, for the top of an axis. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 2, 2.5, 5, 10];
  return (steps.find((step) => step * size >= value * 0.9999999) ?? 10) * size;
}
