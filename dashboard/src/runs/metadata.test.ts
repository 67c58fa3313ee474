import { expect, test } from "vitest";
import { pairsOf } from "./metadata";

test("each line is a pair, and a value may hold colons", () => {
  expect(pairsOf("team: home\n\nlink: http://x/y\n  alone  ")).toEqual({
    team: "home",
    link: "http://x/y",
    alone: "",
  });
});
