import { expect, test } from "vitest";
import { ZERO, add, parse, write } from "./decimal";

const sum = (...amounts: string[]) =>
  write(amounts.map((amount) => parse(amount)!).reduce(add, ZERO));

test("amounts are added exactly, where floating point is not", () => {
  expect(0.1 + 0.2).not.toBe(0.3);
  expect(sum("0.1", "0.2")).toBe("0.30");
  expect(sum("90071992547409.93", "0.01", "-0.02")).toBe("90,071,992,547,409.92");
  expect(sum("-1", "0.001")).toBe("−0.999");
});

test("decimals are written with thousands, the sign and no rounding", () => {
  const written = ["1234567.5", "-999", "-1000.10", "0.00042", "-0.05", "1E+3", "25e-1", "0.00"];
  expect(written.map((amount) => write(parse(amount)!))).toEqual([
    "1,234,567.50",
    "−999.00",
    "−1,000.10",
    "0.00042",
    "−0.05",
    "1,000.00",
    "2.50",
    "0.00",
  ]);
  expect([write(parse("1500")!, 0), write(parse("1500.5")!, 0)]).toEqual(["1,500", "1,500.5"]);
});

test("what is no number is none", () => {
  const none = ["", ".", "-", "1,5", "12 EUR", "NaN", "1E+999999"];
  expect(none.filter((text) => parse(text) !== null)).toEqual([]);
});
