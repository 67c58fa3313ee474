import { describe, expect, test } from "vitest";
import { advance, barOf, currentAt, lengthOf, phaseAt, rowsOf } from "./replay";
import type { Entry, Timeline } from "./types";

const TRACE: Entry[] = [
  { type: "plan", ms: 4, steps: 1 },
  { type: "context", source: "finance", scope: "finance:read", items: 3 },
  { type: "step", n: 1, action: "filter" },
  { type: "result", ms_total: 9 },
];

const TIMELINE: Timeline = {
  object: "timeline",
  run: "run_1",
  details_sha256: "0".repeat(64),
  snapshot: "y0-fast-2026-11",
  entries: [
    { type: "plan", start_us: 0, duration_us: 4000 },
    { type: "context", start_us: 4000, duration_us: 3000 },
    { type: "step", start_us: 7000, duration_us: 1500 },
    { type: "result", start_us: 8500, duration_us: 500 },
  ],
};

const rows = rowsOf(TRACE, TIMELINE);

describe("a trace with its timeline", () => {
  test("is as long as its last entry", () => {
    expect(lengthOf(rows)).toBe(9000);
  });

  test("knows which entry was being made", () => {
    expect(currentAt(rows, 0)).toBe(1);
    expect(currentAt(rows, 6999)).toBe(2);
    expect(currentAt(rows, 9000)).toBe(4);
  });

  test("tells what lies ahead from what is done", () => {
    expect(rows.map((row) => phaseAt(row, 5000))).toEqual(["done", "now", "ahead", "ahead"]);
    expect(rows.map((row) => phaseAt(row, 9000))).toEqual(["done", "done", "done", "done"]);
  });

  test("draws each bar where it belongs", () => {
    const bar = barOf(rows[1]!, 9000);
    expect(bar?.left).toBeCloseTo(4 / 9);
    expect(bar?.width).toBeCloseTo(3 / 9);
  });
});

test("entries of a run that still works have no time yet, and count as done", () => {
  const early = rowsOf(TRACE, { ...TIMELINE, entries: TIMELINE.entries.slice(0, 1) });
  expect(early.map((row) => row.start)).toEqual([0, null, null, null]);
  expect(phaseAt(early[2]!, 0)).toBe("done");
  expect(barOf(early[2]!, 4000)).toBeNull();
});

test("a model's call knows what it cost", () => {
  const call: Entry = { type: "model", n: 1, input_tokens: 100, output_tokens: 20 };
  const timed = { type: "model" as const, start_us: 0, duration_us: 9, cost: "0.000500" };
  const [row] = rowsOf([call], { ...TIMELINE, entries: [timed] });
  expect(row?.cost).toBe("0.000500");
  expect(rows.every((each) => each.cost === null)).toBe(true);
});

test("a timeline of another trace is not believed", () => {
  const [first] = rowsOf([TRACE[3]!], TIMELINE);
  expect(first?.start).toBeNull();
});

test("the hand moves at the recorded pace, and stops at the end", () => {
  expect(advance(0, 2, 1, 9000)).toBe(2000);
  expect(advance(0, 2, 0.5, 9000)).toBe(1000);
  expect(advance(8000, 16, 4, 9000)).toBe(9000);
});
