// What the bookings of one file add up to: one row a currency, never across currencies.

import { number } from "../shared/format";
import { ZERO, add, parse, write } from "./decimal";
import type { Decimal } from "./decimal";
import type { Transaction } from "./queries";

export interface Total {
  /** Null when the file does not tell it; such amounts are added within one account only. */
  currency: string | null;
  account: string | null;
  bookings: number;
  moneyIn: Decimal;
  /** Without its sign. */
  moneyOut: Decimal;
}

/** Why a booking is in no total; null when it is in one. */
export function reasonLeftOut(booking: Transaction): string | null {
  if (booking.status && booking.status !== "booked") return booking.status;
  return amountOf(booking) ? null : "without a clear amount";
}

export function amountOf(booking: Transaction): Decimal | null {
  return parse(booking.amount ?? "");
}

export function totalsOf(bookings: Transaction[]): Total[] {
  const totals = new Map<string, Total>();
  for (const booking of bookings) {
    const amount = amountOf(booking);
    if (!amount || reasonLeftOut(booking)) continue;
    const currency = booking.currency ?? null;
    const account = currency ? null : (booking.account ?? null);
    const key = currency ?? `account ${account ?? ""}`;
    const total = totals.get(key) ?? {
      currency,
      account,
      bookings: 0,
      moneyIn: ZERO,
      moneyOut: ZERO,
    };
    totals.set(key, added(total, amount));
  }
  return [...totals.values()].sort(
    (one, other) => Number(one.currency === null) - Number(other.currency === null),
  );
}

function added(total: Total, amount: Decimal): Total {
  const bookings = total.bookings + 1;
  if (amount.units >= 0n) return { ...total, bookings, moneyIn: add(total.moneyIn, amount) };
  const paid = { ...amount, units: -amount.units };
  return { ...total, bookings, moneyOut: add(total.moneyOut, paid) };
}

/** "Not in the totals: 2 pending, 1 reversed."; empty when all of them are. */
export function leftOut(bookings: Transaction[]): string {
  const reasons = new Map<string, number>();
  for (const reason of bookings.map(reasonLeftOut))
    if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  if (reasons.size === 0) return "";
  const parts = [...reasons].map(([reason, many]) => `${many} ${reason}`);
  return `Not in the totals: ${parts.join(", ")}.`;
}

/** "3 of these bookings are in other files, too; each counts once."; empty when none is. */
export function sharedBookings(duplicates: number): string {
  if (duplicates === 0) return "";
  if (duplicates === 1) return "1 of these bookings is in another file, too; it counts once.";
  return `${number(duplicates)} of these bookings are in other files, too; each counts once.`;
}

const decimals = new Map<string, number>();

/** How many decimals a currency has: 2 for euros, none for yen. */
function decimalsOf(currency: string): number {
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  const form = new Intl.NumberFormat("en", { style: "currency", currency });
  const digits = form.resolvedOptions().minimumFractionDigits ?? 2;
  decimals.set(currency, digits);
  return digits;
}

/** An amount with the decimals of its currency, without the currency. */
export function figure(amount: Decimal, currency?: string | null): string {
  return write(amount, currency ? decimalsOf(currency) : 2);
}

/** The same of an amount as a file writes it; what is no number stays as it is. */
export function figureOf(amount: string, currency?: string | null): string {
  const value = parse(amount);
  return value ? figure(value, currency) : amount;
}

/** A figure with its currency, or without a unit where that is unknown. */
export function money(amount: string, currency?: string | null): string {
  return [figureOf(amount, currency), currency].filter(Boolean).join(" ");
}
