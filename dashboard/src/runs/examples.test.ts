// Examples fit what is there.

import { expect, test } from "vitest";
import { examplesFor } from "./examples";

test("without files, nothing is asked about them", () => {
  expect(examplesFor(new Set()).every((example) => example.context.length === 0)).toBe(true);
});

test("each source that has something gets an example first", () => {
  const found = examplesFor(new Set(["finance", "calendar"] as const));
  expect(found).toHaveLength(3);
  expect(found.slice(0, 2).map((example) => example.context)).toEqual([["finance"], ["calendar"]]);
});
