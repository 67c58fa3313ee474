// One entry of a trace: what happened, under which right, when, and what it rests on.

import { useState } from "react";
import type { ReactNode } from "react";
import { FileName } from "../files/FileName";
import { Scope, Source } from "../shared/controls";
import { count, duration } from "../shared/format";
import { barOf } from "./replay";
import type { Phase, Row } from "./replay";
import type { Entry, RunSource } from "./types";
import { ACTIONS } from "./words";

interface Properties {
  row: Row;
  length: number;
  phase: Phase;
  position: number;
  isLinked: boolean;
  /** Of a context fetch: what the answer rests on. */
  evidence: RunSource[] | undefined;
  onChoose: () => void;
}

export function TraceRow({
  row,
  length,
  phase,
  position,
  isLinked,
  evidence,
  onChoose,
}: Properties) {
  const entry = row.entry;
  const tone = entry.type === "context" ? `tone-${entry.source}` : "";
  return (
    <li id={`entry-${row.n}`} className={`trace-row ${phase} ${tone} ${isLinked ? "linked" : ""}`}>
      <a
        className="trace-number"
        href={`#entry-${row.n}`}
        aria-label={`Link to entry ${row.n}`}
        aria-current={isLinked ? "true" : undefined}
        onClick={(event) => {
          event.preventDefault();
          onChoose();
        }}
      >
        {row.n}
      </a>
      <div className="trace-what">
        <What entry={entry} />
        {evidence && evidence.length > 0 && <Evidence items={evidence} isOpen={isLinked} />}
      </div>
      <Bar row={row} length={length} position={position} phase={phase} />
    </li>
  );
}

function What({ entry }: { entry: Entry }) {
  switch (entry.type) {
    case "plan":
      return <Line title="Plan" text={`${count(entry.steps, "step")} laid out`} />;
    case "context":
      return (
        <Line
          title={<Source name={entry.source} />}
          text={
            <>
              {entry.items === 0 ? "nothing found" : `${count(entry.items, "item")} read`}, allowed
              by <Scope name={entry.scope} />
            </>
          }
        />
      );
    case "step":
      return (
        <Line
          title={<>Step {entry.n}</>}
          text={
            <>
              <code>{entry.action}</code> {ACTIONS[entry.action] ?? ""}
            </>
          }
        />
      );
    case "result":
      return <Line title="Result" text={`after ${duration(entry.ms_total * 1000)}`} />;
  }
}

function Line({ title, text }: { title: ReactNode; text: ReactNode }) {
  return (
    <p className="trace-line">
      <strong>{title}</strong> <span>{text}</span>
    </p>
  );
}

function Bar({
  row,
  length,
  position,
  phase,
}: Pick<Properties, "row" | "length" | "position" | "phase">) {
  const bar = barOf(row, length);
  if (bar === null) return <div className="trace-bar" />;
  const done = phase === "now" ? (position - (row.start ?? 0)) / (row.duration || 1) : 1;
  return (
    <div className="trace-bar">
      <div className="trace-track" aria-hidden="true">
        <div
          className="trace-fill"
          style={{
            left: `${bar.left * 100}%`,
            width: `${bar.width * (phase === "ahead" ? 0 : done) * 100}%`,
          }}
        />
      </div>
      <span className="trace-time">{duration(row.duration ?? 0)}</span>
    </div>
  );
}

const SHOWN = 3;

function Evidence({ items, isOpen }: { items: RunSource[]; isOpen: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || isOpen ? items : items.slice(0, SHOWN);
  return (
    <div className="evidence">
      <p className="evidence-head">The answer rests on {items.length} of them:</p>
      <ul>
        {shown.map((item) => (
          <li key={item.id}>
            <EvidenceItem item={item} />
          </li>
        ))}
      </ul>
      {items.length > shown.length && (
        <button type="button" className="button quiet" onClick={() => setWhole(true)}>
          Show {items.length - shown.length} more
        </button>
      )}
    </div>
  );
}

export function EvidenceItem({ item }: { item: RunSource }) {
  if (item.erased)
    return (
      <span className="soft">
        <code>{item.id}</code> was erased since
      </span>
    );
  return (
    <>
      {item.excerpt ? (
        <q>{item.excerpt}</q>
      ) : (
        <span className="soft">
          This key may not read it: it lacks {item.scope && <Scope name={item.scope} />}
        </span>
      )}{" "}
      {item.file && (
        <span className="evidence-from">
          <FileName id={item.file} />
          {item.page ? `, page ${item.page}` : ""}
        </span>
      )}
    </>
  );
}
