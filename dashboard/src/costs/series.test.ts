import { expect, test } from "vitest";
import type { CostRow } from "./queries";
import { chartOf, nameOf, roundUp } from "./series";

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
  expect(series.map((each) => each.name)).toEqual(["m7", "m6", "m5", "m4", "others"]);
  expect(series.reduce((all, each) => all + each.values[0]!, 0)).toBe(36);
});

test("groups are named by their values", () => {
  expect(nameOf({})).toBe("all runs");
  expect(nameOf({ model: "y0-fast", agent: null })).toBe("y0-fast, none");
});

test("axes end at round numbers", () => {
  expect([0, 0.0037, 7, 10, 11, 230].map(roundUp)).toEqual([1, 0.005, 10, 10, 20, 250]);
});
