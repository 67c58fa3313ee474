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

const OTHERS = "Others";
const MOST = 5;

/** One series for each group, the largest first; what is beyond the fifth is put together. */
export function chartOf(
  rows: CostRow[],
  measure: Measure,
  name: (id: string) => string = (id) => id,
): Charted {
  const starts = [...new Set(rows.map((row) => row.start))].sort();
  const places = new Map(starts.map((start, n) => [start, n]));
  const found = new Map<string, number[]>();
  for (const row of rows) {
    if (row.runs === 0) continue;
    const group = nameOf(row.group, name);
    const values = found.get(group) ?? starts.map(() => 0);
    values[places.get(row.start) ?? 0]! += Number(row[measure]);
    found.set(group, values);
  }
  const all = [...found].map(([name, values]) => ({ name, values }));
  all.sort((one, other) => sum(other.values) - sum(one.values));
  if (all.length <= MOST) return { starts, series: all };
  const rest = all.slice(MOST - 1);
  const others = starts.map((_, n) => sum(rest.map((series) => series.values[n] ?? 0)));
  return { starts, series: [...all.slice(0, MOST - 1), { name: OTHERS, values: others }] };
}

export function nameOf(
  group: Record<string, string | null>,
  name: (id: string) => string = (id) => id,
): string {
  const values = Object.values(group);
  if (values.length === 0) return "All runs";
  return values.map((value) => (value === null ? "none" : name(value))).join(", ");
}

export const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

/** Round marks from 0 to at or above a value, a few of them, and how many decimals they need. */
export function ticksOf(value: number): { ticks: number[]; decimals: number } {
  if (value <= 0) return { ticks: [0, 1], decimals: 0 };
  const rough = value / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * size >= rough * 0.9999999) ?? 10;
  const step = factor * size;
  const many = Math.ceil(value / step - 1e-9);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks = Array.from({ length: many + 1 }, (_, n) => Number((n * step).toFixed(decimals)));
  return { ticks, decimals };
}
