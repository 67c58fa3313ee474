// One entry of a trace: what happened, under which scope, when, and what it rests on.

import type { ReactNode } from "react";
import { FileName } from "../files/FileName";
import { Scope, Source } from "../shared/controls";
import { count, duration, money, number } from "../shared/format";
import { Link } from "../shared/router";
import { Evidence } from "./Evidence";
import { StepDetail } from "./StepDetail";
import { barOf } from "./replay";
import type { Phase, Row } from "./replay";
import type { Entry, Run, RunSource, Step } from "./types";
import { wordsOf } from "./words";

interface Properties {
  id?: string;
  row: Row;
  length: number;
  phase: Phase;
  position: number;
  isLinked: boolean;
  sources: RunSource[] | undefined;
  step: Step | undefined;
  agents: ReadonlyMap<string, string>;
  /** Of a network's run: which agents read a source. */
  readers?: ReadonlyMap<string, string[]>;
  /** The run, once it has ended: what it took and cost together. */
  ended?: Run;
  onChoose?: () => void;
}

export function TraceRow(properties: Properties) {
  const { id, row, phase, isLinked, sources, step, agents, readers, ended, onChoose } = properties;
  const entry = row.entry;
  const tone = entry.type === "context" ? `tone-${entry.source}` : "";
  const evidence = evidenceOf(entry, sources);
  return (
    <li id={id} className={`trace-row ${phase} ${tone} ${isLinked ? "linked" : ""}`}>
      <RowNumber n={row.n} isLinked={isLinked} onChoose={onChoose} />
      <div className="trace-what">
        <What
          entry={entry}
          step={step}
          agent={step?.run ? agents.get(step.run) : undefined}
          ended={ended}
          cost={row.cost}
          readers={entry.type === "context" ? (readers?.get(entry.source) ?? []) : []}
        />
        {step && <StepDetail step={step} sources={sources} />}
        {evidence.length > 0 && <Evidence items={evidence} isOpen={isLinked} />}
      </div>
      <Bar {...properties} />
    </li>
  );
}

/** The number of an entry, as a link to it where the page has room for one. */
function RowNumber({
  n,
  isLinked,
  onChoose,
}: {
  n: number;
  isLinked: boolean;
  onChoose: (() => void) | undefined;
}) {
  if (!onChoose) return <span className="trace-number">{n}</span>;
  return (
    <a
      className="trace-number"
      href={`#entry-${n}`}
      aria-label={`Link to entry ${n}`}
      aria-current={isLinked ? "true" : undefined}
      onClick={(event) => {
        event.preventDefault();
        onChoose();
      }}
    >
      {n}
    </a>
  );
}

function evidenceOf(entry: Entry, sources: RunSource[] | undefined): RunSource[] {
  // A read that found nothing has no part in the answer.
  if (entry.type === "context" && entry.items)
    return sources?.filter((source) => source.source === entry.source) ?? [];
  if (entry.type === "attachment")
    return sources?.filter((item) => item.source === "files" && item.file === entry.file) ?? [];
  return [];
}

function What({
  entry,
  step,
  agent,
  ended,
  cost,
  readers,
}: {
  entry: Entry;
  step: Step | undefined;
  agent: string | undefined;
  ended: Run | undefined;
  cost: string | null;
  readers: string[];
}) {
  switch (entry.type) {
    case "plan":
      return <Line title="Plan" text={plannedText(entry.steps, ended)} />;
    case "model":
      return (
        <Line
          title={`Model call ${entry.n}`}
          text={callText(entry.input_tokens, entry.output_tokens, cost, ended)}
        />
      );
    case "attachment":
      return (
        <Line
          title="Attachment"
          text={
            <>
              read <FileName id={entry.file} /> ({count(entry.items, "part")}), allowed by{" "}
              <Scope name={entry.scope} />
            </>
          }
        />
      );
    case "context":
      return (
        <Line
          title={<Source name={entry.source} />}
          text={
            <>
              {entry.items === 0 ? "read, nothing found" : `read ${count(entry.items, "record")}`}
              {readers.length > 0 && ` for ${readers.join(", ")}`}, allowed by{" "}
              <Scope name={entry.scope} />
            </>
          }
        />
      );
    case "step":
      return (
        <Line
          title={<>Step {entry.n}</>}
          text={<StepWords action={entry.action} step={step} agent={agent} />}
        />
      );
    case "result":
      return <Line title="Result" text={resultText(entry.ms_total, ended)} />;
  }
}

/** How many steps were planned, and how many were taken if they are not as many. */
function plannedText(planned: number, ended: Run | undefined): string {
  const text = planned === 0 ? "no steps needed" : `planned ${count(planned, "step")}`;
  if (!ended || ended.children || ended.steps_used === planned) return text;
  return `${text}; ${count(ended.steps_used, "step")} taken`;
}

/** What a call used, and what it cost once the run's currency is known. */
function callText(given: number, written: number, cost: string | null, ended: Run | undefined) {
  const tokens = `${number(given)} tokens in, ${number(written)} out`;
  const currency = ended?.usage?.currency;
  return cost && currency ? `${tokens}; ${money(cost, currency)}` : tokens;
}

/** How long it took; on a language model also what all calls used together. */
function resultText(ms: number, ended: Run | undefined): string {
  const text = `after ${duration(ms * 1000)}`;
  const usage = ended?.usage;
  if (!usage || usage.input_tokens + usage.output_tokens === 0) return text;
  const tokens = `${number(usage.input_tokens)} tokens in, ${number(usage.output_tokens)} out`;
  return `${text}; ${tokens}, ${money(usage.cost, usage.currency)} together`;
}

/** What a step was told to do, in words: its own, or those of its action. */
function StepWords({
  action,
  step,
  agent,
}: {
  action: string;
  step: Step | undefined;
  agent: string | undefined;
}) {
  return (
    <>
      {step?.run && (
        <>
          <Link to={`/runs/${step.run}`} className="agent-name">
            {agent ?? "Agent"}
          </Link>{" "}
        </>
      )}
      <code>{step?.tool ?? action}</code> {wordsOf(action, step)}
    </>
  );
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
