import { expect, test } from "vitest";
import { markupOf, textOf } from "../shared/markup";
import { Bookings } from "./Bookings";
import type { RecordOf, Transaction } from "./queries";

function shown(...bookings: Partial<Transaction>[]) {
  const records = bookings.map(
    (facts) =>
      ({ facts: { kind: "transaction", day: "2026-10-01", ...facts } }) as RecordOf<"transaction">,
  );
  return <Bookings records={records} duplicates={0} />;
}

const RENT = { amount: "-900.00", currency: "EUR", counterparty: "Meier", account: "Giro" };

test("an account is named only where there are several", () => {
  expect(textOf(shown(RENT, RENT))).not.toContain("Giro");
  expect(textOf(shown(RENT, { ...RENT, account: "Savings" }))).toContain("Giro");
});

test("balances have a column where the file has any", () => {
  expect(textOf(shown(RENT))).not.toContain("Balance");
  expect(textOf(shown(RENT, { ...RENT, balance: "10.00" }))).toContain("Balance");
});

test("a category that repeats the type is not said twice", () => {
  const sort = (facts: Partial<Transaction>) =>
    markupOf(shown({ ...RENT, ...facts })).match(/<td class="sort">([^<]*)/)?.[1];
  expect(sort({ type: "salary", category: "Salary" })).toBe("Salary");
  expect(sort({ type: "purchase", category: "Groceries" })).toBe("Purchase, Groceries");
  expect(sort({ type: "other" })).toBe("");
});

test("a booking that is only pending is set apart", () => {
  expect(markupOf(shown({ ...RENT, status: "pending" }))).toContain('class="apart pending"');
  expect(markupOf(shown(RENT))).not.toContain("apart");
});

test("what cannot be read is not shown as a number", () => {
  expect(textOf(shown({ counterparty: "Meier", amount: null }))).toContain("unclear");
  expect(textOf(shown({ ...RENT, day: null }))).toContain("Undated");
});
