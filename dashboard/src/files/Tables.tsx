// The tables of a document, each whole again, with its header.

import { Shortened, Table } from "../shared/lists";
import { Section } from "../shared/Page";
import type { RecordOf } from "./queries";

export interface Grid {
  number: number;
  page: number | null;
  title: string;
  headings: string[];
  header: string[];
  rows: string[][];
  /** What its figures are in, if the table says it: "in millions". */
  scale: string;
}

/** Tables as the file has them: a long one comes in several records. */
export function gridsOf(records: RecordOf<"table">[]): Grid[] {
  const grids = new Map<number, Grid>();
  for (const { facts, page } of records) {
    const known = grids.get(facts.number);
    if (known) known.rows.push(...facts.rows);
    else
      grids.set(facts.number, {
        number: facts.number,
        page,
        title: facts.title ?? "",
        headings: facts.headings ?? [],
        header: headerOf(facts),
        rows: [...facts.rows],
        scale: scaleOf(facts.scale ?? 1),
      });
  }
  return [...grids.values()];
}

/** The names of the columns, with their units where neither name nor cells say them. */
function headerOf({ header = [], units = [], rows }: RecordOf<"table">["facts"]): string[] {
  return header.map((name, n) => {
    const unit = units[n] ?? "";
    const isSaid = name.includes(unit) || rows.some((row) => row[n]?.includes(unit));
    return isSaid ? name : `${name} (${unit})`;
  });
}

const SCALES: Record<number, string> = {
  1: "",
  1000: "in thousands",
  1000000: "in millions",
  1000000000: "in billions",
};

const scaleOf = (scale: number): string => SCALES[scale] ?? `times ${scale}`;

/** A table as it was cut out of a page, whose first row is its header. */
export function rawGrid(table: { page: number; rows: string[][] }, n: number): Grid {
  const [header = [], ...rows] = table.rows;
  return { number: n + 1, page: table.page, title: "", headings: [], header, rows, scale: "" };
}

export function Tables({ grids }: { grids: Grid[] }) {
  const isOne = grids.length === 1;
  const isPaged = grids.some((grid) => (grid.page ?? 1) > 1);
  return (
    <Section title={isOne ? "Table" : "Tables"}>
      {grids.map((grid) => (
        <GridTable key={grid.number} grid={grid} isOne={isOne} isPaged={isPaged} />
      ))}
    </Section>
  );
}

interface Properties {
  grid: Grid;
  /** Whether it needs no number, since there is no other. */
  isOne: boolean;
  /** Whether there is more than one page to tell apart. */
  isPaged: boolean;
}

function GridTable({ grid, isOne, isPaged }: Properties) {
  const { number, page, header, rows } = grid;
  const numbers = [...columnsOf(header, rows)].filter((column) => isNumeric(rows, column));
  const title = grid.title || grid.headings.at(-1);
  const name = title || `Table ${number}`;
  const about = [isPaged && page !== null && `page ${page}`, grid.scale].filter(Boolean).join(", ");
  return (
    <Shortened items={rows} one="row">
      {(shown) => (
        <Table
          label={name}
          caption={
            <>
              <span className={title || !isOne ? undefined : "unseen"}>{name}</span>
              {about && <span className="soft">{about}</span>}
            </>
          }
          columns={header}
          numbers={numbers}
        >
          {shown.map((row, n) => (
            <tr key={n}>
              {row.map((cell, column) => (
                <td key={column} className={numbers.includes(column) ? "number" : ""}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </Shortened>
  );
}

function columnsOf(header: string[], rows: string[][]): Iterable<number> {
  return Array(Math.max(header.length, ...rows.slice(0, 200).map((row) => row.length))).keys();
}

/** Whether most of a column are numbers, so that it is set flush right. */
export function isNumeric(rows: string[][], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? "").filter((cell) => cell !== "");
  const numbers = cells.filter((cell) =>
    /^[-+−(]?[€$£]?\s?\d[\d.,\s]*\)?\s?(%|[A-Z]{3}|[€$£])?$/.test(cell),
  );
  return cells.length > 0 && numbers.length / cells.length > 0.7;
}
