// The trace viewer: every entry with its time, replayed at the pace at which it happened.

import { useEffect } from "react";
import { Choice } from "../shared/controls";
import { duration } from "../shared/format";
import { go, useAddress } from "../shared/router";
import { TraceRow } from "./TraceRow";
import { usePlayer } from "./player";
import type { Player } from "./player";
import { lengthOf, phaseAt } from "./replay";
import type { Row } from "./replay";
import type { RunSource } from "./types";
import "./trace.css";

interface Properties {
  rows: Row[];
  sources: RunSource[] | undefined;
  isRunning: boolean;
}

const ANCHOR = /^#entry-(\d+)$/;

export function Trace({ rows, sources, isRunning }: Properties) {
  const length = lengthOf(rows);
  const player = usePlayer(length);
  const linked = Number(ANCHOR.exec(useAddress().hash)?.[1] ?? 0);

  useEffect(() => {
    if (linked > 0) document.getElementById(`entry-${linked}`)?.scrollIntoView({ block: "center" });
  }, [linked, rows.length > 0]);

  const choose = (row: Row) => {
    go(`${location.pathname}${linked === row.n ? "" : `#entry-${row.n}`}`, "replace");
    if (row.start !== null) player.seek(row.start);
  };

  return (
    <div className="trace">
      {!isRunning && length > 0 && <Transport player={player} length={length} />}
      <ol className="trace-rows">
        {rows.map((row) => (
          <TraceRow
            key={row.n}
            row={row}
            length={length}
            phase={isRunning ? "done" : phaseAt(row, player.position)}
            position={player.position}
            isLinked={row.n === linked}
            evidence={evidenceOf(row, sources)}
            onChoose={() => choose(row)}
          />
        ))}
        {isRunning && (
          <li className="trace-row waiting" role="status">
            <span className="spinner" aria-hidden="true" /> Working…
          </li>
        )}
      </ol>
    </div>
  );
}

function evidenceOf(row: Row, sources: RunSource[] | undefined): RunSource[] | undefined {
  const entry = row.entry;
  if (entry.type !== "context") return undefined;
  return sources?.filter((source) => source.source === entry.source);
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
        aria-label={player.isPlaying ? "Pause" : "Replay at the recorded pace"}
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
