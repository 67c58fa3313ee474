// What a document is, from whom and of which day, on a small sheet.

import type { ReactNode } from "react";
import { Facts } from "../shared/controls";
import { Section } from "../shared/Page";
import type { RecordOf } from "./queries";
import { money } from "./totals";
import { writtenDay } from "./when";

type Document = RecordOf<"document">;

export function Documents({ records }: { records: Document[] }) {
  return (
    <Section title={records.length > 1 ? "Documents" : "Document"}>
      {records.map((record, n) => (
        <div key={n} className="card">
          <Facts facts={sheetOf(record.facts)} />
        </div>
      ))}
    </Section>
  );
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** The facts that are known, with their names. */
export function sheetOf(document: Document["facts"]): [string, string][] {
  const { document: kind = "other", title, date, parties, language, pages } = document;
  const { issuer, number, total, currency, due } = document;
  const facts: [string, ReactNode][] = [
    ["Kind", kind !== "other" && kind[0]!.toUpperCase() + kind.slice(1)],
    ["Title", title],
    ["Date", date && writtenDay(date)],
    ["Parties", parties?.join("; ")],
    ["Language", language && languages.of(language)],
    ["Pages", pages && pages > 1 && String(pages)],
    ["Issuer", issuer],
    ["Number", number],
    ["Total", total && money(total, currency)],
    ["Due", due && writtenDay(due)],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}
