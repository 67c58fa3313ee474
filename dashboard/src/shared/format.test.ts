import { expect, test } from "vitest";
import { ago, bytes, clock, count, duration, firstLine, money, share, shortId } from "./format";

test("durations are written in the unit that fits", () => {
  const written = [840, 12_751, 470_459, 1_940_000, 125_000_000].map(duration);
  expect(written).toEqual(["840 µs", "12.8 ms", "470.5 ms", "1.94 s", "2 min 5 s"]);
});

test("money is never rounded", () => {
  expect(money("0.000142000", "USD")).toBe("0.000142 USD");
  expect(money("1234567.5", "EUR")).toBe("1,234,567.50 EUR");
  expect(money("3", "EUR")).toBe("3.00 EUR");
});

test("what is recent is told by its distance", () => {
  const now = Date.parse("2026-11-16T12:00:00Z");
  expect(ago("2026-11-16T11:59:58Z", now)).toBe("just now");
  expect(ago("2026-11-16T11:59:00Z", now)).toBe("1 minute ago");
  expect(ago("2026-11-13T12:00:00Z", now)).toBe("3 days ago");
  expect(ago("2026-10-01T12:00:00Z", now)).toBe("1 Oct 2026");
});

test("counts, sizes, shares and times of a recording", () => {
  expect([count(1, "item"), count(1234, "item")]).toEqual(["1 item", "1,234 items"]);
  expect([bytes(1), bytes(853), bytes(24_140)]).toEqual(["1 byte", "853 bytes", "24.1 kB"]);
  expect([share(0.8753), share(null)]).toEqual(["87.5 %", "–"]);
  expect(clock(65.4)).toBe("1:05");
});

test("long things are shortened where it does no harm", () => {
  expect(shortId("run_01m7ha5syghaer4475sdz74h9f")).toBe("run_…z74h9f");
  expect(firstLine("one two three four", 11)).toBe("one two…");
  expect(firstLine("one\ntwo")).toBe("one");
});
