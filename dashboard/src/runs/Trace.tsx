// The trace: every entry with what it did and its time, replayed at the pace at which it happened.

import { useEffect } from "react";
import { Choice } from "../shared/controls";
import { duration } from "../shared/format";
import { go, useAddress } from "../shared/router";
import { TraceRow } from "./TraceRow";
import { usePlayer } from "./player";
import type { Player } from "./player";
import { lengthOf, phaseAt } from "./replay";
import type { Row } from "./replay";
import type { Run, RunSource, Step } from "./types";
import "./trace.css";

interface Properties {
  run: Run;
  rows: Row[];
  sources: RunSource[] | undefined;
  steps: Step[] | undefined;
  /** Of a network's run: the names of its agents, by their runs. */
  agents: ReadonlyMap<string, string>;
  /** Of a network's run: which agents read a source. */
  readers?: ReadonlyMap<string, string[]>;
}

const ANCHOR = /^#entry-(\d+)$/;

export function Trace({ run, rows, sources, steps, agents, readers }: Properties) {
  const isRunning = run.status === "running";
  const length = lengthOf(rows);
  const player = usePlayer(length);
  const address = useAddress();
  const linked = Number(ANCHOR.exec(address.hash)?.[1] ?? 0);

  useEffect(() => {
    if (linked > 0) document.getElementById(`entry-${linked}`)?.scrollIntoView({ block: "center" });
  }, [linked, rows.length > 0]);

  const choose = (row: Row) => {
    const here = address.pathname + address.search;
    go(`${here}${linked === row.n ? "" : `#entry-${row.n}`}`, "replace");
    if (row.start !== null) player.seek(row.start);
  };

  return (
    <div className="trace">
      {!isRunning && length > 0 && <Transport player={player} length={length} />}
      <ol className="trace-rows">
        {rows.map((row) => (
          <TraceRow
            key={row.n}
            id={`entry-${row.n}`}
            row={row}
            length={length}
            phase={isRunning ? "done" : phaseAt(row, player.position)}
            position={player.position}
            isLinked={row.n === linked}
            sources={sources}
            step={row.entry.type === "step" ? stepOf(row.entry.n, steps) : undefined}
            agents={agents}
            readers={readers}
            ended={isRunning ? undefined : run}
            onChoose={() => choose(row)}
          />
        ))}
        <Ending run={run} />
      </ol>
    </div>
  );
}

function stepOf(n: number, steps: Step[] | undefined): Step | undefined {
  return steps?.find((step) => step.n === n);
}

/** The trace of a run that is part of another, without a hand to play it. */
export function PlainTrace({ run, rows, sources, steps }: Omit<Properties, "agents">) {
  const length = lengthOf(rows);
  return (
    <ol className="trace-rows nested">
      {rows.map((row) => (
        <TraceRow
          key={row.n}
          row={row}
          length={length}
          phase="done"
          position={length}
          isLinked={false}
          sources={sources}
          step={row.entry.type === "step" ? stepOf(row.entry.n, steps) : undefined}
          agents={NO_AGENTS}
          ended={run.status === "running" ? undefined : run}
        />
      ))}
      <Ending run={run} />
    </ol>
  );
}

const NO_AGENTS: ReadonlyMap<string, string> = new Map();

/** How a run without a result ended, or that it still works. */
function Ending({ run }: { run: Run }) {
  if (run.status === "running")
    return (
      <li className="trace-row waiting" role="status">
        <span className="spinner" aria-hidden="true" /> Working…
      </li>
    );
  if (run.status === "cancelled")
    return (
      <li className="trace-row ended">
        <span className="trace-number" aria-hidden="true">
          ■
        </span>
        <p className="trace-line">
          <strong>Cancelled</strong> <span>before there was an answer</span>
        </p>
      </li>
    );
  if (!run.error) return null;
  return (
    <li className="trace-row ended failed">
      <span className="trace-number" aria-hidden="true">
        ✕
      </span>
      <p className="trace-line">
        <strong>Failed</strong>{" "}
        <span>
          {run.error.message}{" "}
          <a href={`/docs/errors/${run.error.code}`} target="_blank" rel="noopener">
            <code>{run.error.code}</code>
          </a>
        </span>
      </p>
    </li>
  );
}

const SPEEDS = [
  { value: "0.1", name: "⅒×" },
  { value: "0.25", name: "¼×" },
  { value: "1", name: "1×" },
  { value: "4", name: "4×" },
] as const;

function Transport({ player, length }: { player: Player; length: number }) {
  return (
    <div className="transport">
      <button
        type="button"
        className="button play"
        onClick={player.toggle}
        aria-label={player.isPlaying ? "Pause" : "Play at the recorded pace"}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          {player.isPlaying ? <path d="M4 3h3v10H4zM9 3h3v10H9z" /> : <path d="M4 2.5v11l9-5.5z" />}
        </svg>
      </button>
      <input
        type="range"
        min={0}
        max={length}
        step={Math.max(1, Math.round(length / 500))}
        value={player.position}
        aria-label="Moment in the run"
        aria-valuetext={`${duration(Math.round(player.position))} of ${duration(length)}`}
        onChange={(event) => player.seek(Number(event.target.value))}
      />
      <output className="transport-time">
        {duration(Math.round(player.position))} <span>of {duration(length)}</span>
      </output>
      <Choice
        label="Speed"
        options={SPEEDS}
        value={String(player.speed) as (typeof SPEEDS)[number]["value"]}
        onChange={(value) => player.setSpeed(Number(value))}
      />
    </div>
  );
}
