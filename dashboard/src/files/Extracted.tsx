// What was read from a file: tables, pages, and what was said when.

import { useState } from "react";
import { Button } from "../shared/controls";
import { Empty } from "../shared/feedback";
import { clock, count } from "../shared/format";
import { Section } from "../shared/Page";
import type { Extraction } from "./queries";

export function Extracted({ extraction }: { extraction: Extraction }) {
  const { pages, tables, segments } = extraction;
  if (pages.length + tables.length + segments.length === 0)
    return <Empty title="Nothing could be read from it" />;
  return (
    <>
      {tables.map((table, n) => (
        <Section key={n} title={tables.length > 1 ? `Table ${n + 1}, page ${table.page}` : "Table"}>
          <Rows rows={table.rows} label={`Table ${n + 1}`} />
        </Section>
      ))}
      {segments.length > 0 && <Transcript segments={segments} />}
      {pages.length > 0 && <Pages pages={pages} isFolded={tables.length > 0} />}
    </>
  );
}

function Pages({ pages, isFolded }: { pages: Extraction["pages"]; isFolded: boolean }) {
  const texts = pages.map((page) => (
    <div key={page.n} className="card page-text">
      {pages.length > 1 && <h3>Page {page.n}</h3>}
      <p>{page.text}</p>
    </div>
  ));
  if (isFolded)
    return (
      <details className="fold">
        <summary>Show the text as well</summary>
        {texts}
      </details>
    );
  return <Section title={pages.length > 1 ? "Pages" : "Text"}>{texts}</Section>;
}

const FIRST_ROWS = 20;

function Rows({ rows, label }: { rows: string[][]; label: string }) {
  const [isWhole, setWhole] = useState(false);
  const [head = [], ...body] = rows;
  const shown = isWhole ? body : body.slice(0, FIRST_ROWS);
  return (
    <>
      <div className="table" role="region" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.map((cell, n) => (
                <th key={n} scope="col" className={isNumeric(body, n) ? "number" : ""}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, n) => (
              <tr key={n}>
                {row.map((cell, column) => (
                  <td key={column} className={isNumeric(body, column) ? "number" : ""}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {body.length > shown.length && (
        <div className="more">
          <Button onClick={() => setWhole(true)}>Show all {count(body.length, "row")}</Button>
        </div>
      )}
    </>
  );
}

/** Whether most of a column are numbers, so that it is set flush right. */
export function isNumeric(rows: string[][], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? "").filter((cell) => cell !== "");
  const numbers = cells.filter((cell) => /^[-+(]?[€$£]?\s?\d[\d.,\s]*\)?\s?%?$/.test(cell));
  return cells.length > 0 && numbers.length / cells.length > 0.7;
}

function Transcript({ segments }: { segments: Extraction["segments"] }) {
  return (
    <Section title="Transcript">
      <ol className="transcript card">
        {segments.map((segment) => (
          <li key={segment.start}>
            <time dateTime={`PT${segment.start}S`}>{clock(segment.start)}</time>
            <span>{segment.text}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
