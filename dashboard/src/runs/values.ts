// What a tool gives, as lines and small tables that people can read.

import { money } from "../shared/format";

export interface Grid {
  name: string;
  columns: string[];
  rows: string[][];
}

export interface Readable {
  lines: [name: string, value: string][];
  grids: Grid[];
  notes: string[];
}

type Json = unknown;
type Fields = Record<string, Json>;

/** What is shown elsewhere in a step, or says nothing to people. */
const ELSEWHERE = new Set([
  "looked_at",
  "kept",
  "items",
  "more",
  "rows",
  "notes",
  "id",
  "ids",
  "object",
  "answer",
  "media_type",
  "sha256",
  "size",
]);
const MOST_ROWS = 12;

export function readable(result: Fields): Readable {
  const found: Readable = { lines: [], grids: [], notes: notesIn(result["notes"]) };
  gather(result, "", found);
  return found;
}

function gather(fields: Fields, before: string, found: Readable): void {
  for (const [name, value] of Object.entries(fields)) {
    if (ELSEWHERE.has(name) || isNothing(value)) continue;
    const title = before ? `${before}, ${words(name)}` : words(name);
    const text = textOf(value);
    if (text !== null) found.lines.push([title, text]);
    else if (Array.isArray(value)) found.grids.push(gridOf(title, value as Fields[]));
    else gather(value as Fields, title, found);
  }
}

function isNothing(value: Json): boolean {
  return (
    value === null ||
    value === undefined ||
    value === "" ||
    value === false ||
    (Array.isArray(value) && value.length === 0) ||
    (isFields(value) && Object.keys(value).length === 0)
  );
}

function isFields(value: Json): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value that fits on a line; null for one that needs more room. */
export function textOf(value: Json): string | null {
  if (value === true) return "yes";
  if (typeof value === "string" || typeof value === "number") return moment(String(value));
  if (Array.isArray(value))
    return value.every((each) => !isFields(each) && !Array.isArray(each))
      ? value.map(String).join(", ")
      : null;
  if (!isFields(value)) return "";
  if (typeof value["amount"] === "string") {
    const amount = amountOf(value["amount"], value["currency"]);
    return typeof value["day"] === "string" ? `${amount} on ${value["day"]}` : amount;
  }
  if (typeof value["name"] === "string") return value["name"];
  if ("start" in value && "end" in value && Object.keys(value).length === 2)
    return `${textOf(value["start"])} – ${textOf(value["end"])}`;
  return null;
}

function amountOf(amount: string, currency: Json): string {
  return money(amount, typeof currency === "string" ? currency : "").trim();
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::00)?(?:\.0+)?(Z?)$/;

/** An instant without what is only for machines. */
function moment(text: string): string {
  return text.replace(INSTANT, (_, day: string, time: string, utc: string) =>
    utc ? `${day} ${time} UTC` : `${day} ${time}`,
  );
}

export function words(name: string): string {
  const plain = name.replaceAll("_", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function gridOf(name: string, values: Fields[]): Grid {
  const shown = values.filter(isFields).slice(0, MOST_ROWS);
  const names = [...new Set(shown.flatMap((each) => Object.keys(each)))].filter(
    (each) => !ELSEWHERE.has(each) && shown.some((row) => !isNothing(row[each])),
  );
  const isMoney = names.includes("amount") && names.includes("currency");
  const columns = names.filter((each) => !(isMoney && each === "currency"));
  const rows = shown.map((row) =>
    columns.map((each) => {
      if (isMoney && each === "amount" && typeof row["amount"] === "string")
        return amountOf(row["amount"], row["currency"]);
      return cellOf(row[each]);
    }),
  );
  const more = values.length - shown.length;
  return { name: more > 0 ? `${name} (${more} more)` : name, columns: columns.map(words), rows };
}

/** A value in a cell: what has parts names them. */
function cellOf(value: Json): string {
  if (isNothing(value)) return "";
  const text = textOf(value);
  if (text !== null) return text;
  if (Array.isArray(value)) return value.map(cellOf).join("; ");
  return Object.entries(value as Fields)
    .filter(([name]) => !ELSEWHERE.has(name))
    .map(([name, each]) => `${words(name).toLowerCase()} ${cellOf(each)}`)
    .join(", ");
}

function notesIn(notes: Json): string[] {
  if (!Array.isArray(notes)) return [];
  return notes.map((note) => (isFields(note) ? String(note["text"] ?? "") : "")).filter(Boolean);
}

/** Records as a table, each row with the id of its record. */
export function recordGrid(rows: Fields[]): Grid & { ids: string[] } {
  const there = rows.filter((row) => !("erased" in row) && Object.keys(row).length > 1);
  return {
    ...gridOf("Records", there),
    ids: there.slice(0, MOST_ROWS).map((row) => String(row["id"])),
  };
}
