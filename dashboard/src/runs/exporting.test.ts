// A run as Markdown: what was asked, what was answered, how, and on what it rests.

import { expect, test } from "vitest";
import { asMarkdown } from "./exporting";
import type { Run, RunSource, Step } from "./types";

const RUN = {
  id: "run_1",
  object: "run",
  status: "completed",
  model: "y0-fast",
  steps_used: 1,
  max_steps: 8,
  created_at: "2026-11-17T10:00:00.000Z",
  metadata: {},
  result: { summary: "You spent €337.09.", artifacts: [] },
  request: { prompt: "What did I spend?", context: [], files: [] },
} as unknown as Run;
const STEP = {
  object: "run_step",
  n: 1,
  tool: "measure_transactions",
  description: "payments, October 2026",
  arguments: { direction: "spent" },
  looked_at: 29,
  kept: 8,
  result: { total: { amount: "337.09", currency: "EUR" } },
  start_us: 0,
  duration_us: 1,
} as unknown as Step;
const SOURCE = { id: "item_1", object: "run_source", excerpt: "REWE\n-51.58 EUR" } as RunSource;

test("a run reads like a page", () => {
  const lines = asMarkdown(RUN, [STEP], [SOURCE]).split("\n");
  expect(lines[0]).toBe("# What did I spend?");
  expect(lines).toContain("You spent €337.09.");
  expect(lines).toContain(
    "1. measure_transactions: payments, October 2026 (29 → 8 records). Total: 337.09 EUR",
  );
  expect(lines).toContain("- REWE -51.58 EUR");
  expect(lines).toContain("- Id: run_1");
});

test("a run without steps and evidence has no empty sections", () => {
  expect(asMarkdown(RUN, [], [])).not.toContain("## Steps");
});
