// Examples fit what is there.

import { expect, test } from "vitest";
import { examplesFor, topicOf } from "./examples";

test("without files, nothing is asked about them", () => {
  expect(examplesFor(new Set()).every((example) => example.context.length === 0)).toBe(true);
});

test("each source that has something gets an example first", () => {
  const found = examplesFor(new Set(["finance", "calendar"] as const));
  expect(found).toHaveLength(3);
  expect(found.slice(0, 2).map((example) => example.context)).toEqual([["finance"], ["calendar"]]);
});

test("documents are asked about by the name of one of them", () => {
  const [first] = examplesFor(new Set(["documents"] as const), "lease-2023.pdf");
  expect(first?.prompt).toBe("What do my documents say about lease 2023?");
  expect(examplesFor(new Set(["documents"] as const))[0]?.context).toEqual([]);
});

test("a topic has no ending and no dashes", () => {
  expect(topicOf("invoice-papierwerk_v2.final.txt")).toBe("invoice papierwerk v2 final");
});
