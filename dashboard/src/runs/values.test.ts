// Results of tools, read by people.

import { expect, test } from "vitest";
import { readable, recordGrid, textOf } from "./values";

test("amounts, spans and names stand on one line", () => {
  const { lines, notes } = readable({
    looked_at: 268,
    kept: 3,
    items: ["item_1"],
    total: { amount: "-1204.50", currency: "EUR" },
    period: { start: "2026-10-01", end: "2026-11-01" },
    is_estimate: false,
    notes: [{ code: "pending", text: "1 pending booking is left out", count: 1 }],
  });
  expect(lines).toEqual([
    ["Total", "-1,204.50 EUR"],
    ["Period", "2026-10-01 – 2026-11-01"],
  ]);
  expect(notes).toEqual(["1 pending booking is left out"]);
});

test("several things are a table, and what is inside of a thing is named by both", () => {
  const { lines, grids } = readable({
    sums: { count: 2, spent: { amount: "3.00", currency: "EUR" } },
    groups: [
      { name: "REWE", count: 2, total: { amount: "12.00", currency: "EUR" } },
      { name: "EDEKA", count: 1, total: { amount: "3.00", currency: "EUR" } },
    ],
  });
  expect(lines).toEqual([
    ["Sums, Count", "2"],
    ["Sums, Spent", "3.00 EUR"],
  ]);
  expect(grids).toEqual([
    {
      name: "Groups",
      columns: ["Name", "Count", "Total"],
      rows: [
        ["REWE", "2", "12.00 EUR"],
        ["EDEKA", "1", "3.00 EUR"],
      ],
    },
  ]);
});

test("records keep their ids, and what was erased is left out", () => {
  const grid = recordGrid([
    { id: "item_1", day: "2026-10-02", amount: "-7.50", currency: "EUR", counterparty: "Tea" },
    { id: "item_2", erased: true },
  ]);
  expect(grid.ids).toEqual(["item_1"]);
  expect(grid.rows).toEqual([["2026-10-02", "-7.50 EUR", "Tea"]]);
});

test("instants lose what is only for machines", () => {
  expect(textOf("2026-09-16T09:00:00.000Z")).toBe("2026-09-16 09:00 UTC");
  expect(textOf("a text")).toBe("a text");
});
