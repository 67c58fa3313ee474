import { expect, test } from "vitest";
import type { CostRow } from "./queries";
import { chartOf, nameOf, ticksOf } from "./series";

function row(start: string, model: string | null, runs: number, cost: string): CostRow {
  const group: Record<string, string | null> = runs === 0 ? {} : { model };
  return { start, end: start, group, runs, steps: runs, input_tokens: 0, output_tokens: 0, cost };
}

test("each group is a series over all buckets, the largest first", () => {
  const rows = [
    row("2026-11-01", "y0-fast", 1, "0.10"),
    row("2026-11-02", null, 0, "0"),
    row("2026-11-03", "y0-deep", 2, "0.50"),
  ];
  expect(chartOf(rows, "cost")).toEqual({
    starts: ["2026-11-01", "2026-11-02", "2026-11-03"],
    series: [
      { name: "y0-deep", values: [0, 0, 0.5] },
      { name: "y0-fast", values: [0.1, 0, 0] },
    ],
  });
});

test("what is beyond the fifth group is put together, and nothing is lost", () => {
  const rows = Array.from({ length: 8 }, (_, n) => row("2026-11-01", `m${n}`, n + 1, "1"));
  const { series } = chartOf(rows, "runs");
  expect(series.map((each) => each.name)).toEqual(["m7", "m6", "m5", "m4", "Others"]);
  expect(series.reduce((all, each) => all + each.values[0]!, 0)).toBe(36);
});

test("groups are named by their values", () => {
  expect(nameOf({})).toBe("All runs");
  expect(nameOf({ model: "y0-fast", agent: null })).toBe("y0-fast, none");
});

test("groups are named by what their ids stand for", () => {
  expect(nameOf({ key: "key_1" }, () => "owner")).toBe("owner");
});

test("axes have round marks up to the largest value, each with the decimals it needs", () => {
  expect(ticksOf(0)).toEqual({ ticks: [0, 1], decimals: 0 });
  expect(ticksOf(0.00025)).toEqual({ ticks: [0, 0.0001, 0.0002, 0.0003], decimals: 4 });
  expect(ticksOf(7)).toEqual({ ticks: [0, 2, 4, 6, 8], decimals: 0 });
  expect(ticksOf(10).ticks).toEqual([0, 5, 10]);
  expect(ticksOf(230).ticks).toEqual([0, 100, 200, 300]);
  expect(ticksOf(100).ticks).toEqual([0, 50, 100]);
});
