import { expect, test } from "vitest";
import type { Transaction } from "./queries";
import { figure, leftOut, money, sharedBookings, totalsOf } from "./totals";

function booking(amount: string | null, rest: Partial<Transaction> = {}): Transaction {
  return { kind: "transaction", day: "2026-10-01", amount, ...rest };
}

const EUR = { currency: "EUR" };

function rows(bookings: Transaction[]): string[] {
  return totalsOf(bookings).map((total) =>
    [
      total.currency ?? `? ${total.account ?? ""}`.trim(),
      total.bookings,
      figure(total.moneyIn, total.currency),
      figure(total.moneyOut, total.currency),
    ].join(" "),
  );
}

test("each currency has a row of its own", () => {
  const bookings = [
    booking("-0.10", EUR),
    booking("-1500", { currency: "JPY" }),
    booking("-0.20", EUR),
    booking("2980.00", EUR),
    booking("0.00", EUR),
  ];
  expect(rows(bookings)).toEqual(["EUR 4 2,980.00 0.30", "JPY 1 0 1,500"]);
});

test("an unknown currency is added within its account, and stands last", () => {
  const bookings = [
    booking("1", { account: "Giro" }),
    booking("-2", { account: "Savings" }),
    booking("4", { account: "Giro" }),
    booking("8", { account: "Giro", ...EUR }),
    booking("16"),
  ];
  expect(rows(bookings)).toEqual([
    "EUR 1 8.00 0.00",
    "? Giro 2 5.00 0.00",
    "? Savings 1 0.00 2.00",
    "? 1 16.00 0.00",
  ]);
});

test("pending, reversed and unclear bookings are in no total, and that is said", () => {
  const bookings = [
    booking("-1.00", EUR),
    booking("-2.00", { ...EUR, status: "pending" }),
    booking("-4.00", { ...EUR, status: "reversed" }),
    booking("-8.00", { ...EUR, status: "pending" }),
    booking(null, EUR),
  ];
  expect(rows(bookings)).toEqual(["EUR 1 0.00 1.00"]);
  expect(leftOut(bookings)).toBe(
    "Not in the totals: 2 pending, 1 reversed, 1 without a clear amount.",
  );
  expect(leftOut(bookings.slice(0, 1))).toBe("");
});

test("bookings that other files have too are counted in words", () => {
  expect([0, 1, 1200].map(sharedBookings)).toEqual([
    "",
    "1 of these bookings is in another file, too; it counts once.",
    "1,200 of these bookings are in other files, too; each counts once.",
  ]);
});

test("money has the decimals of its currency, and no unit where that is unknown", () => {
  expect(money("-42.1", "EUR")).toBe("−42.10 EUR");
  expect(money("1500", "JPY")).toBe("1,500 JPY");
  expect(money("1.5", "KWD")).toBe("1.500 KWD");
  expect(money("1428", null)).toBe("1,428.00");
});
