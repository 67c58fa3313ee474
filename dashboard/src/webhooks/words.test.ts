import { expect, test } from "vitest";
import { nextAttempt, outcomeOf } from "./words";
import type { Delivery } from "./queries";

const pending = {
  status: "pending",
  next_attempt_at: "2026-11-17T10:00:00.000Z",
  attempts: [],
} as unknown as Delivery;

test("an attempt says whether it arrived, and otherwise why not", () => {
  expect(outcomeOf({ at: "", ms: 3, status_code: 204, error: null })).toBe("Delivered (204)");
  expect(outcomeOf({ at: "", ms: 3, status_code: 500, error: "The answer was 500." })).toBe(
    "Failed: The answer was 500.",
  );
});

test("the next attempt lies ahead, or is under way", () => {
  const before = Date.parse("2026-11-17T09:00:00Z");
  expect(nextAttempt(pending, before)).toMatch(/^Next attempt on 17 Nov/);
  expect(nextAttempt(pending, before + 7_200_000)).toBe("Being sent now.");
  expect(nextAttempt({ ...pending, status: "succeeded" }, before)).toBeNull();
});
