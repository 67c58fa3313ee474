import { expect, test } from "vitest";
import { markupOf, textOf } from "../shared/markup";
import { TraceRow } from "./TraceRow";
import type { Phase } from "./replay";
import type { Entry, Run } from "./types";

interface Given {
  ended?: Partial<Run>;
  readers?: Record<string, string[]>;
  phase?: Phase;
  position?: number;
  cost?: string;
}

function shown(entry: Entry, { ended, readers, phase = "done", position = 0, cost }: Given = {}) {
  return (
    <TraceRow
      row={{ n: 3, entry, start: 0, duration: 100, cost: cost ?? null }}
      length={200}
      phase={phase}
      position={position}
      isLinked={false}
      sources={undefined}
      step={undefined}
      agents={new Map()}
      readers={new Map(Object.entries(readers ?? {}))}
      ended={ended as Run | undefined}
    />
  );
}

test("a plan says how many steps were taken only if they are not as many", () => {
  const plan: Entry = { type: "plan", ms: 1, steps: 2 };
  expect(textOf(shown(plan))).toContain("planned 2 steps");
  expect(textOf(shown(plan, { ended: { steps_used: 2 } }))).not.toContain("taken");
  expect(textOf(shown(plan, { ended: { steps_used: 3 } }))).toContain("3 steps taken");
  expect(textOf(shown({ ...plan, steps: 0 }))).toContain("no steps needed");
});

test("a network's plan does not count the steps of its agents", () => {
  const plan: Entry = { type: "plan", ms: 1, steps: 2 };
  const ended = { steps_used: 5, children: ["run_a"] };
  expect(textOf(shown(plan, { ended }))).not.toContain("taken");
});

test("a source says what was found, for whom, and under which scope", () => {
  const read: Entry = { type: "context", source: "finance", scope: "finance:read", items: 0 };
  expect(textOf(shown(read))).toContain("read, nothing found");
  const text = textOf(shown({ ...read, items: 1 }, { readers: { finance: ["Ana", "Bo"] } }));
  expect(text).toContain("read 1 record for Ana, Bo");
  expect(text).toContain("finance:read");
});

test("a result names tokens and costs only where a language model used some", () => {
  const result: Entry = { type: "result", ms_total: 1500 };
  const usage = { input_tokens: 0, output_tokens: 0, cost: "0", currency: "USD" };
  expect(textOf(shown(result, { ended: { usage } as Partial<Run> }))).not.toContain("tokens");
  const used = { ...usage, input_tokens: 1200, output_tokens: 30, cost: "0.5" };
  expect(textOf(shown(result, { ended: { usage: used } as Partial<Run> }))).toContain(
    "1,200 tokens in, 30 out",
  );
});

test("a bar grows with the replay", () => {
  const width = (given: Given) =>
    markupOf(shown({ type: "plan", ms: 1, steps: 1 }, given)).match(/width:([\d.]+)/)?.[1];
  expect(width({ phase: "ahead" })).toBe("0");
  expect(width({ phase: "now", position: 50 })).toBe("25");
  expect(width({ phase: "done" })).toBe("50");
});

test("a model's call says what it cost once the currency is known", () => {
  const call: Entry = { type: "model", n: 1, input_tokens: 1200, output_tokens: 30 };
  expect(textOf(shown(call, { cost: "0.5" }))).toContain("1,200 tokens in, 30 out");
  const usage = { input_tokens: 1200, output_tokens: 30, cost: "0.5", currency: "USD" };
  const ended = { usage } as Partial<Run>;
  expect(textOf(shown(call, { cost: "0.5", ended }))).toContain("0.5");
});
