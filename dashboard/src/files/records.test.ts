import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { sheetOf } from "./Documents";
import { Extracted } from "./Extracted";
import { aboutOf } from "./Passages";
import type { Extraction, StoredFile } from "./queries";
import { gridsOf } from "./Tables";

type Facts = Extraction["records"][number]["facts"];

const record = <F extends Facts>(facts: F, page: number | null = null) => ({
  source: "documents" as const,
  page,
  row: null,
  text: "What it says",
  facts,
});

const FILE: StoredFile = {
  id: "file_1",
  object: "file",
  filename: "statement.csv",
  bytes: 1,
  purpose: "context",
  status: "processed",
  metadata: {},
};

function drawn(facts: Facts[], rest: Partial<Extraction> = {}): string {
  const extraction: Extraction = {
    object: "extraction",
    file: "file_1",
    status: "processed",
    duplicates: 0,
    pages: [],
    tables: [],
    segments: [],
    items: [],
    records: facts.map((each) => record(each)),
    ...rest,
  };
  return renderToStaticMarkup(createElement(Extracted, { file: FILE, extraction }));
}

const times = (html: string, part: string) => html.split(part).length - 1;

test("bookings are marked, added up and captioned", () => {
  const html = drawn(
    [
      { kind: "transaction", amount: "-7.50", currency: "EUR", counterparty: "Tea house" },
      { kind: "transaction", amount: "-2.00", counterparty: "Kiosk", status: "pending" },
    ],
    { duplicates: 2 },
  );
  expect(html).toContain('<span class="badge">pending</span>');
  expect(html).toContain("<caption>Totals</caption>");
  expect(html).toContain('<th scope="row">EUR</th><td class="number">1</td>');
  expect(html).not.toContain("Unknown");
  expect(html).toContain("2 of these bookings are in other files, too; each counts once.");
});

test("of a long list the first 200 are shown, and all are counted", () => {
  const html = drawn(Array(283).fill({ kind: "transaction", amount: "1", currency: "EUR" }));
  expect(times(html, 'class="day"')).toBe(200);
  expect(html).toContain("Show all 283 bookings");
  expect(html).toContain('<td class="number">283.00</td>');
});

test("a cancelled event is struck through and says so", () => {
  const html = drawn([
    { kind: "event", title: "Choir", status: "cancelled" },
    { kind: "event", title: "Yoga" },
  ]);
  expect(html).toContain('<s>Choir</s> <span class="badge cancelled">cancelled</span>');
  expect(times(html, "badge")).toBe(times(html, "badge cancelled"));
});

test("of many people a few are shown at once, and all are counted", () => {
  const attendees = ["A", "B", "C", "D", "E", "F", "G"].map((name) => ({ name }));
  const html = drawn([{ kind: "event", title: "Fair", attendees, more_attendees: 40 }]);
  expect(html).toContain("<summary>and 42 more</summary>F, G, and 40 more");
});

test("only an event can leave its time free", () => {
  const badges = (facts: Facts) => drawn([facts]).match(/(?<=class="badge \w+">)\w+/g);
  expect(badges({ kind: "event", title: "Fair", busy: false })).toEqual(["free"]);
  expect(badges({ kind: "event", what: "task", title: "Pack", busy: false })).toEqual(["task"]);
});

test("a unit that the cells say is not repeated in the header", () => {
  const facts = { kind: "table" as const, number: 1, header: ["Cost"], units: ["EUR"] };
  expect(gridsOf([record({ ...facts, rows: [["85.40 EUR"]] })])[0]?.header).toEqual(["Cost"]);
  expect(gridsOf([record({ ...facts, rows: [["85.40"]] })])[0]?.header).toEqual(["Cost (EUR)"]);
});

test("a sheet has the facts that are known, and no others", () => {
  const facts = sheetOf({
    kind: "document",
    document: "invoice",
    number: "NE-1",
    language: "de",
    total: "1428.00",
    currency: "EUR",
    due: "2026-06-27",
    pages: 1,
  });
  expect(facts.map((fact) => fact.join(": "))).toEqual([
    "Kind: Invoice",
    "Language: German",
    "Number: NE-1",
    "Total: 1,428.00 EUR",
    "Due: 27 Jun 2026",
  ]);
});

test("a table that came in pieces is whole again, with its units and scale", () => {
  const piece = (rows: string[][], first_row: number) =>
    record({
      kind: "table" as const,
      number: 1,
      title: "Revenue",
      header: ["Year", "Total"],
      units: ["", "EUR"],
      scale: 1_000_000,
      rows,
      first_row,
    });
  const grids = gridsOf([piece([["2024", "4"]], 1), piece([["2025", "5"]], 2)]);
  expect(grids).toHaveLength(1);
  expect(grids[0]?.header).toEqual(["Year", "Total (EUR)"]);
  expect(grids[0]?.rows).toEqual([
    ["2024", "4"],
    ["2025", "5"],
  ]);
  expect(grids[0]?.scale).toBe("in millions");
});

test("a table that records were made of is not shown a second time", () => {
  const tables = [{ page: 1, rows: [["Year"], ["2024"]] }];
  const html = drawn([{ kind: "table", number: 1, header: ["Year"], rows: [["2024"]] }], {
    tables,
  });
  expect(times(html, "<td")).toBe(1);
});

test("a passage says its page, who speaks and when", () => {
  const speakers = ["Ana", "Ben", "Ana"].map((speaker) => ({ speaker, begin: 0, end: 1 }));
  const passage = { kind: "passage" as const, said: "2026-01-05", turns: speakers };
  expect(aboutOf(record(passage, 3), true)).toBe("Page 3, Ana, Ben, Mon 5 Jan 2026");
  expect(aboutOf(record({ kind: "passage" as const, start: 65, end: 100 }, 1), false)).toBe(
    "1:05–1:40",
  );
});
