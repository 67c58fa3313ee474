import { expect, test } from "vitest";
import { fits } from "./commands";
import { ALL_PLACES, isHere } from "./places";

test("what is typed must begin words of the name", () => {
  expect(fits("Audit log", "aud")).toBe(true);
  expect(fits("Audit log", "log aud")).toBe(true);
  expect(fits("Theme: Dark", "dark")).toBe(true);
  expect(fits("Audit log", "dit")).toBe(false);
  expect(fits("Audit log", "")).toBe(true);
});

test("every page has a shortcut of its own", () => {
  const keys = ALL_PLACES.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a new run is no page of the list of runs", () => {
  expect(isHere("/runs/run_1", "/runs")).toBe(true);
  expect(isHere("/", "/runs")).toBe(true);
  expect(isHere("/runs/new", "/runs")).toBe(false);
  expect(isHere("/networks/net_1", "/agents")).toBe(true);
});
