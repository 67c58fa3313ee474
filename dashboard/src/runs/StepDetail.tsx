// What one step looked at and gave: counts, its value, its records, and the call itself.

import { FileName } from "../files/FileName";
import { Scope } from "../shared/controls";
import { count, number } from "../shared/format";
import { isFigure } from "./markdown";
import type { RunSource, Step } from "./types";
import { readable, recordGrid } from "./values";
import type { Grid } from "./values";

const SHOWN_LINES = 6;

export function StepDetail({ step, sources }: { step: Step; sources: RunSource[] | undefined }) {
  if (step.withheld)
    return (
      <p className="step-note soft">
        Arguments and result are hidden: your key lacks{" "}
        {step.withheld.map((name) => (
          <Scope key={name} name={name} />
        ))}
      </p>
    );
  const { lines, grids, notes } = readable(step.result ?? {});
  const hasCall = Object.keys(step.arguments ?? {}).length > 0;
  return (
    <div className="step-detail">
      <Counts step={step} />
      {step.error && <p className="step-error">{step.error}</p>}
      {lines.length > 0 && <Lines lines={lines.slice(0, SHOWN_LINES)} />}
      {notes.length > 0 && <p className="step-note soft">{notes.join("; ")}</p>}
      <Records step={step} sources={sources} />
      {(lines.length > SHOWN_LINES || grids.length > 0 || hasCall) && (
        <details>
          <summary>Details</summary>
          {lines.length > SHOWN_LINES && <Lines lines={lines.slice(SHOWN_LINES)} />}
          {grids.map((grid) => (
            <SmallTable key={grid.name} grid={grid} />
          ))}
          {hasCall && <Call step={step} />}
        </details>
      )}
    </div>
  );
}

function Counts({ step }: { step: Step }) {
  const { looked_at: before, kept } = step;
  if (!before) return null;
  return (
    <p className="step-counts">
      {count(before, "record")} → <strong>{number(kept ?? 0)} kept</strong>
    </p>
  );
}

function Lines({ lines }: { lines: [string, string][] }) {
  return (
    <dl className="step-values">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The records that the result rests on, as they are now, each with a link to its file. */
function Records({ step, sources }: { step: Step; sources: RunSource[] | undefined }) {
  const rows = (step.rows ?? []) as Record<string, unknown>[];
  const all = (step.items?.length ?? 0) + (step.more_items ?? 0);
  if (all === 0) return null;
  const grid = recordGrid(rows);
  const erased = rows.filter((row) => "erased" in row).length;
  const files = grid.ids.map((id) => sources?.find((source) => source.id === id)?.file ?? null);
  return (
    <details>
      <summary>
        {count(all, "record")}
        {erased > 0 && `, ${number(erased)} erased`}
      </summary>
      {grid.rows.length > 0 && <SmallTable grid={grid} files={files} />}
      {all > grid.rows.length + erased && (
        <p className="soft">and {number(all - grid.rows.length - erased)} more</p>
      )}
    </details>
  );
}

function SmallTable({ grid, files = [] }: { grid: Grid; files?: (string | null)[] }) {
  const hasFiles = files.some((file) => file !== null);
  const isNumber = grid.columns.map((_, column) =>
    grid.rows.every((row) => row[column] === "" || isFigure(row[column] ?? "")),
  );
  return (
    <div className="table small" role="region" aria-label={grid.name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {grid.columns.map((column, n) => (
              <th key={column} scope="col" className={isNumber[n] ? "number" : ""}>
                {column}
              </th>
            ))}
            {hasFiles && <th scope="col">File</th>}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((row, n) => (
            <tr key={n}>
              {row.map((cell, column) => (
                <td key={column} className={isNumber[column] ? "number" : ""}>
                  {cell}
                </td>
              ))}
              {hasFiles && <td>{files[n] && <FileName id={files[n]} />}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Call({ step }: { step: Step }) {
  return (
    <pre className="step-call" tabIndex={0} aria-label={`Arguments of ${step.tool}`}>
      <code>{`${step.tool}(${JSON.stringify(step.arguments, null, 2)})`}</code>
    </pre>
  );
}
