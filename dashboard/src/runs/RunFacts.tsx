// The facts about a run: how it ended, who answered, how long it took and what it cost.

import type { ReactNode } from "react";
import { Facts, Id, Status, Time } from "../shared/controls";
import { duration, money, number } from "../shared/format";
import { Link } from "../shared/router";
import { useElapsed } from "./live";
import { useKeys } from "./queries";
import type { Entry, Run } from "./types";

interface Properties {
  run: Run;
  snapshot: string | undefined;
  entries: Entry[];
}

export function RunFacts({ run, snapshot, entries }: Properties) {
  const used = Math.max(run.steps_used, entries.filter((entry) => entry.type === "step").length);
  const facts: [string, ReactNode][] = [
    ["Status", <RunStatus run={run} />],
    ["Took", <Took run={run} />],
    ...costOf(run),
    ["Model", snapshot ?? run.model],
    ...actorOf(run),
    ["Steps", `${used} of at most ${run.max_steps}`],
    ["Created", <Time at={run.created_at} />],
  ];
  if (run.key) facts.push(["Key", <KeyName id={run.key} />]);
  const taken = new Set(facts.map(([name]) => name));
  for (const [name, value] of Object.entries(run.metadata))
    facts.push([taken.has(name) ? `metadata.${name}` : name, value]);
  return <Facts facts={facts} />;
}

/** How a run ended; one that is completed may still have no answer. */
export function RunStatus({ run }: { run: Run }) {
  if (run.status === "completed" && run.answered === false)
    return <span className="status">no answer</span>;
  return <Status value={run.status} />;
}

/** How long a run took, or has been running. */
export function Took({ run }: { run: Run }) {
  const isRunning = run.status === "running";
  const elapsed = useElapsed(run.created_at, isRunning);
  if (isRunning) return <>{(elapsed / 1000).toFixed(1)} s</>;
  return <>{run.usage ? duration(run.usage.ms_total * 1000) : "–"}</>;
}

export function costText(run: Run): string {
  return run.usage ? money(run.usage.cost, run.usage.currency) : "–";
}

function costOf(run: Run): [string, ReactNode][] {
  if (!run.usage) return [];
  const facts: [string, ReactNode][] = [["Cost", costText(run)]];
  const { input_tokens: given, output_tokens: written } = run.usage;
  if (given + written > 0) facts.push(["Tokens", `${number(given)} in, ${number(written)} out`]);
  return facts;
}

/** Whom the run acted for, by name, and the network's run that it is part of. */
function actorOf(run: Run): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [];
  if (run.agent)
    facts.push([
      "Agent",
      <>
        {run.agent_name ? (
          <Link to={`/agents/${run.agent}`}>{run.agent_name}</Link>
        ) : (
          <>
            <Id id={run.agent} /> (deleted)
          </>
        )}
        , version {run.agent_version}
      </>,
    ]);
  if (run.network)
    facts.push([
      "Network",
      run.network_name ? (
        <Link to={`/networks/${run.network}`}>{run.network_name}</Link>
      ) : (
        <Id id={run.network} />
      ),
    ]);
  if (run.parent)
    facts.push(["Part of", <Link to={`/runs/${run.parent}`}>the network’s run</Link>]);
  return facts;
}

/** A key by its name, where the keys may be read. */
function KeyName({ id }: { id: string }) {
  const keys = useKeys();
  const key = keys.data?.data.find((each) => each.id === id);
  return <>{key?.name ?? <Id id={id} />}</>;
}
