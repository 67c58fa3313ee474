// The bookings of a file and what they add up to, to be checked against the statement.

import { count } from "../shared/format";
import { Shortened, Table } from "../shared/lists";
import { Section } from "../shared/Page";
import type { RecordOf, Transaction } from "./queries";
import {
  amountOf,
  figure,
  figureOf,
  leftOut,
  money,
  reasonLeftOut,
  sharedBookings,
  totalsOf,
} from "./totals";
import type { Total } from "./totals";
import { writtenDay } from "./when";

type Booking = RecordOf<"transaction">;

export function Bookings({ records, duplicates }: { records: Booking[]; duplicates: number }) {
  const bookings = records.map((record) => record.facts);
  const notes = [leftOut(bookings), sharedBookings(duplicates)].filter(Boolean);
  return (
    <Section title="Bookings" aside={<span className="soft">{overview(bookings)}</span>}>
      <Shortened items={bookings} one="booking">
        {(shown) => <BookingTable bookings={shown} columns={columnsOf(bookings)} />}
      </Shortened>
      <Totals totals={totalsOf(bookings)} />
      {notes.map((note) => (
        <p key={note} className="soft">
          {note}
        </p>
      ))}
    </Section>
  );
}

/** "283 bookings, 1 Nov 2025 – 14 Nov 2026" */
function overview(bookings: Transaction[]): string {
  const days = bookings.flatMap((booking) => booking.day ?? []).sort();
  const ends = [...new Set([days.at(0), days.at(-1)])].flatMap((day) => day ?? []);
  return [count(bookings.length, "booking"), ends.map(writtenDay).join(" – ")]
    .filter(Boolean)
    .join(", ");
}

/** What is shown beside the rest, where the file has it. */
interface Columns {
  balance: boolean;
  /** Only one account needs no name in every row. */
  account: boolean;
}

function columnsOf(bookings: Transaction[]): Columns {
  return {
    balance: bookings.some((booking) => booking.balance),
    account: new Set(bookings.map((booking) => booking.account)).size > 1,
  };
}

const COLUMNS = ["Day", "Counterparty", "Purpose", "Type", "Amount"];

function BookingTable({ bookings, columns }: { bookings: Transaction[]; columns: Columns }) {
  return (
    <Table
      label="Bookings"
      caption={<span className="unseen">Bookings in the order of the file</span>}
      className="records bookings"
      columns={columns.balance ? [...COLUMNS, "Balance"] : COLUMNS}
      numbers={[4, 5]}
    >
      {bookings.map((booking, n) => (
        <BookingRow key={n} booking={booking} columns={columns} />
      ))}
    </Table>
  );
}

function BookingRow({ booking, columns }: { booking: Transaction; columns: Columns }) {
  const { day, purpose, note, status = "booked", balance, currency } = booking;
  const mark = status === "booked" ? null : status;
  return (
    <tr className={mark ? `apart ${mark}` : undefined}>
      <td className="day">{day ? writtenDay(day) : "Undated"}</td>
      <th scope="row" className="who">
        {booking.counterparty || booking.counterparty_raw || "–"}{" "}
        {mark && <span className="badge">{mark}</span>}
        {columns.account && <span className="soft aside">{booking.account}</span>}
      </th>
      <td className="what">
        {purpose}
        {note && note !== mark && <span className="soft aside">{note}</span>}
      </td>
      <td className="sort">{sortOf(booking)}</td>
      <AmountCell booking={booking} />
      {columns.balance && (
        <td className="number balance">{balance && figureOf(balance, currency)}</td>
      )}
    </tr>
  );
}

/** "Purchase, Groceries"; a category that only repeats the type is not said twice. */
function sortOf({ type = "other", category }: Transaction): string {
  const name = type === "other" ? "" : type.replace("_", " ");
  if (!name || name === category?.toLowerCase()) return category ?? "";
  return [name[0]!.toUpperCase() + name.slice(1), category].filter(Boolean).join(", ");
}

function AmountCell({ booking }: { booking: Transaction }) {
  const { currency, original_amount, original_currency } = booking;
  const amount = amountOf(booking);
  const isIn = amount !== null && amount.units > 0n && reasonLeftOut(booking) === null;
  return (
    <td className={isIn ? "number amount in" : "number amount"}>
      <span className="figure">{amount ? figure(amount, currency) : "unclear"}</span>
      {amount && currency && <span className="unit"> {currency}</span>}
      {original_amount && (
        <span className="soft aside">{money(original_amount, original_currency)}</span>
      )}
    </td>
  );
}

function Totals({ totals }: { totals: Total[] }) {
  if (totals.length === 0) return null;
  const unknown = totals.filter((total) => total.currency === null).length;
  return (
    <Table
      label="Totals"
      caption="Totals"
      className="totals"
      columns={["Currency", "Bookings", "Money in", "Money out"]}
      numbers={[1, 2, 3]}
    >
      {totals.map((total) => (
        <tr key={total.currency ?? `unknown ${total.account}`}>
          <th scope="row">{total.currency ?? unknownName(total, unknown)}</th>
          <td className="number">{total.bookings}</td>
          <td className="number">{figure(total.moneyIn, total.currency)}</td>
          <td className="number">{figure(total.moneyOut, total.currency)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Which unknown currency it is: each account has its own. */
function unknownName({ account }: Total, several: number): string {
  if (several === 1) return "Unknown";
  return account ? `Unknown, account ${account}` : "Unknown, no account named";
}
