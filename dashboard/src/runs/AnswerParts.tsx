// An answer part by part: facts with their evidence, figures worked out, notes, a model's own words.

import type { ReactNode } from "react";
import { Citation } from "./Citation";
import { Cells, Markdown, MarkdownLine } from "./Markdown";
import { isFigure } from "./markdown";
import type { Part, RunSource } from "./types";

type ById = ReadonlyMap<string, RunSource>;

export function AnswerParts({ parts, sources }: { parts: Part[]; sources: RunSource[] }) {
  const byId = new Map(sources.map((source) => [source.id, source]));
  return (
    <div className="answer-text">
      {parts.map((part, n) => (
        <OnePart key={n} part={part} byId={byId} />
      ))}
    </div>
  );
}

function OnePart({ part, byId }: { part: Part; byId: ById }) {
  switch (part.type) {
    case "heading":
      return (
        <h3>
          <MarkdownLine text={part.text} />
        </h3>
      );
    case "list":
      return <PartList part={part} byId={byId} />;
    case "table":
      return <PartTable part={part} byId={byId} />;
    case "output":
      return <Output part={part} />;
    default:
      return (
        <div className={`part part-${part.type} ${part.support ? `support-${part.support}` : ""}`}>
          <Markdown text={part.text} end={<Marks part={part} byId={byId} />} />
        </div>
      );
  }
}

function PartList({ part, byId }: { part: Part; byId: ById }) {
  const entries = part.parts ?? [];
  const isOwn = entries.length > 0 && entries.every((entry) => entry.support === "own");
  const items = entries.map((entry, n) => (
    <li key={n} className={entry.support === "unsupported" ? "support-unsupported" : undefined}>
      <MarkdownLine text={entry.text} /> <Marks part={entry} byId={byId} isOwnSaid={isOwn} />
    </li>
  ));
  return (
    <div className={isOwn ? "part support-own" : "part"}>
      {part.ordered ? <ol>{items}</ol> : <ul>{items}</ul>}
      {isOwn && <OwnWords />}
    </div>
  );
}

function OwnWords() {
  return <span className="part-mark">the model’s own words</span>;
}

function PartTable({ part, byId }: { part: Part; byId: ById }) {
  const rows = part.parts ?? [];
  const header = part.cells ?? [];
  const align = header.map((_, column) =>
    rows.length > 0 && rows.every((row) => isFigure(row.cells?.[column] ?? "")) ? "right" : null,
  );
  const hasMarks = rows.some((row) => row.items?.length || row.support === "unsupported");
  return (
    <Cells
      align={align}
      header={[
        ...header.map((cell, n) => <MarkdownLine key={n} text={cell} />),
        ...(hasMarks ? [<span className="unseen">Evidence</span>] : []),
      ]}
      rows={rows.map((row) => [
        ...(row.cells ?? []).map((cell, n) => <MarkdownLine key={n} text={cell} />),
        ...(hasMarks ? [<Marks key="marks" part={row} byId={byId} />] : []),
      ])}
    />
  );
}

/** What stands behind a part: its quotation, its evidence, and whether anything supports it. */
function Marks({
  part,
  byId,
  isOwnSaid = false,
}: {
  part: Part;
  byId: ById;
  isOwnSaid?: boolean;
}): ReactNode {
  const items = (part.items ?? []).map(
    (id): RunSource => byId.get(id) ?? { id, object: "run_source" },
  );
  const known = items.filter((item) => byId.has(item.id));
  const more = (part.more_items ?? 0) + items.length - known.length;
  return (
    <>
      {part.quote && !part.text.includes(part.quote) && (
        <>
          <q className="quotation">{part.quote}</q>{" "}
        </>
      )}
      {known.length > 0 && <Citation items={known} more={more} />}
      {part.support === "unsupported" && (
        <span className="part-mark bad">not supported by your records</span>
      )}
      {part.support === "own" && !isOwnSaid && <OwnWords />}
      {part.unchecked && part.unchecked.length > 0 && (
        <span className="part-mark bad">not checked: {part.unchecked.join(", ")}</span>
      )}
    </>
  );
}

function Output({ part }: { part: Part }) {
  return (
    <>
      <pre tabIndex={0} aria-label="Structured output">
        <code>{JSON.stringify(part.output, null, 2)}</code>
      </pre>
      {part.unsupported && part.unsupported.length > 0 && (
        <p className="soft">
          Not supported by your records:{" "}
          {part.unsupported.map((place) => (
            <code key={place}>{place} </code>
          ))}
        </p>
      )}
    </>
  );
}
