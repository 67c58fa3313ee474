import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { markupOf, textOf } from "../shared/markup";
import { BarChart, LineChart, pathOf } from "./charts";

const COMMON = {
  title: "Costs",
  unit: "USD",
  format: (value: number) => value.toFixed(2),
  day: (start: string) => start,
  link: (start: string) => `/runs?from=${start}`,
};
const CHART = {
  starts: ["2026-11-01", "2026-11-02"],
  series: [
    { name: "y0-fast", values: [1, 0] },
    { name: "y0-deep", values: [3, 0] },
  ],
};

beforeEach(() => {
  vi.stubGlobal("document", { getElementById: () => null });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const heights = (markup: string, tone: number) =>
  [...markup.matchAll(/<rect class="tone tone-(\d)"[^>]*height="([\d.]+)"/g)]
    .filter(([, at]) => Number(at) === tone)
    .map(([, , height]) => Number(height));

test("a bar is as high as its value, on top of the one below it", () => {
  const markup = markupOf(<BarChart chart={CHART} {...COMMON} />);
  const [fast, deep] = [heights(markup, 0), heights(markup, 1)];
  expect(deep[0]! / fast[0]!).toBeCloseTo(3);
  expect([fast[1], deep[1]]).toEqual([0, 0]);
});

test("every bucket leads to its runs and says its figures, without those that are nothing", () => {
  const markup = markupOf(<BarChart chart={CHART} {...COMMON} />);
  expect(markup).toContain('href="/runs?from=2026-11-01"');
  expect(markup).toContain('aria-label="2026-11-01. y0-fast: 1.00, y0-deep: 3.00. Show the runs"');
  expect(markup).toContain('aria-label="2026-11-02. nothing. Show the runs"');
});

test("a legend names the series where there are several", () => {
  expect(textOf(<BarChart chart={CHART} {...COMMON} />)).toContain("y0-fast y0-deep");
  const one = { ...CHART, series: CHART.series.slice(0, 1) };
  expect(markupOf(<BarChart chart={one} {...COMMON} />)).not.toContain("<figcaption");
});

test("a chart of nothing is drawn", () => {
  expect(markupOf(<BarChart chart={{ starts: [], series: [] }} {...COMMON} />)).toContain("<svg");
});

test("a line has a gap, and no point, where nothing was measured", () => {
  const lines = [{ name: "answered", values: [0.5, null, 0.75] }];
  const starts = ["a", "b", "c"];
  const markup = markupOf(<LineChart starts={starts} lines={lines} most={1} {...COMMON} />);
  expect(markup.match(/<circle/g)?.length).toBe(2);
  const same = (value: number) => value;
  expect(pathOf([1, 2, null, 3, 4], same, same)).toBe("M0.0 1.0L1.0 2.0M3.0 3.0L4.0 4.0");
});
