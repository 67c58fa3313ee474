// What the list of runs is narrowed by: read from the address, and written back to it.

import type { Run } from "./types";

/** The filters of the page, by their names in the address. */
export const NAMES = [
  "q",
  "status",
  "answered",
  "model",
  "agent",
  "network",
  "key",
  "file",
  "from",
  "to",
  "metadata",
] as const;
export type Name = (typeof NAMES)[number];
export type Filters = Partial<Record<Name, string>>;

export function filtersIn(parameters: URLSearchParams): Filters {
  return Object.fromEntries(
    NAMES.map((name) => [name, parameters.get(name) ?? ""]).filter(([, value]) => value !== ""),
  );
}

/** The address with other filters; the page begins anew. */
export function changed(address: URL, change: Filters): string {
  const next = new URLSearchParams(address.search);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  next.delete("after");
  next.delete("before");
  const query = next.toString();
  return address.pathname + (query ? `?${query}` : "");
}

/** A word of a search has a letter or a digit: the service refuses to look for nothing. */
const WORD = /[\p{L}\p{N}]/u;

/** The same filters as parameters of the API. */
export function asQuery(filters: Filters): Record<string, string> {
  const query: Record<string, string> = {};
  if (filters.q && WORD.test(filters.q)) query["q"] = filters.q.slice(0, 400);
  for (const name of ["status", "answered", "model", "agent", "network", "key", "file"] as const)
    if (filters[name]) query[name] = filters[name];
  if (isDay(filters.from)) query["created_after"] = instant(filters.from, 0);
  if (isDay(filters.to)) query["created_before"] = instant(filters.to, 1);
  const pair = pairIn(filters.metadata ?? "");
  if (pair) query[`metadata.${pair[0]}`] = pair[1];
  return query;
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** The first moment of a day in this browser's time, or of one some days later. */
function instant(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** `team: home` or `team=home`, as people type it. */
export function pairIn(text: string): [string, string] | null {
  const found = /^\s*([^:=]+?)\s*[:=]\s*(.*?)\s*$/.exec(text);
  return found?.[1] && found[2] ? [found[1], found[2]] : null;
}

export const STATUSES: { value: Run["status"] | ""; name: string }[] = [
  { value: "", name: "All" },
  { value: "running", name: "Running" },
  { value: "completed", name: "Completed" },
  { value: "failed", name: "Failed" },
  { value: "cancelled", name: "Cancelled" },
];
