// The filters of the list of runs, between the address and the API.

import { expect, test } from "vitest";
import { asQuery, changed, filtersIn, pairIn } from "./filters";

test("filters are read from the address, and other parameters left alone", () => {
  const given = new URLSearchParams("q=lease&status=failed&after=run_1&model=");
  expect(filtersIn(given)).toEqual({ q: "lease", status: "failed" });
});

test("a change begins at the first page, and keeps what it does not name", () => {
  const address = new URL("http://x/runs?q=lease&after=run_1#run_2");
  expect(changed(address, { status: "failed" })).toBe("/runs?q=lease&status=failed");
  expect(changed(address, { q: "" })).toBe("/runs");
});

test("days are whole days, metadata is a pair, and a search needs a word", () => {
  const query = asQuery({ from: "2026-10-01", to: "2026-10-01", metadata: "team: home", q: "?!" });
  const length = Date.parse(query["created_before"]!) - Date.parse(query["created_after"]!);
  expect(length).toBe(86_400_000);
  expect(query["metadata.team"]).toBe("home");
  expect(query["q"]).toBeUndefined();
  expect(asQuery({ from: "soon", metadata: "team" })).toEqual({});
});

test("pairs are typed with a colon or an equals sign", () => {
  expect(pairIn("team = home")).toEqual(["team", "home"]);
  expect(pairIn("at: 10:30")).toEqual(["at", "10:30"]);
  expect(pairIn("team:")).toBeNull();
});
