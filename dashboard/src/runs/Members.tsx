// The runs of a network's agents: each under its agent's name, with its own trace inside.

import { useState } from "react";
import { Section } from "../shared/Page";
import { count } from "../shared/format";
import { Link } from "../shared/router";
import { Markdown } from "./Markdown";
import { RunStatus, Took, costText } from "./RunFacts";
import { PlainTrace } from "./Trace";
import { useRunSources, useSteps, useTimeline } from "./queries";
import { rowsOf } from "./replay";
import { traceOf } from "./types";
import type { Run } from "./types";

export function Members({ runs }: { runs: Run[] }) {
  return (
    <Section title="Agents">
      <ul className="members-list">
        {runs.map((run) => (
          <li key={run.id} className="card member">
            <Member run={run} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Member({ run }: { run: Run }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <header className="member-head">
        <h3>
          {run.agent && run.agent_name ? (
            <Link to={`/agents/${run.agent}`}>{run.agent_name}</Link>
          ) : (
            "Deleted agent"
          )}
        </h3>
        <span className="member-facts">
          <RunStatus run={run} />
          <span>{count(run.steps_used, "step")}</span>
          <Took run={run} />
          <span>{costText(run)}</span>
          <Link to={`/runs/${run.id}`}>Open run</Link>
        </span>
      </header>
      <div className="answer-text">
        <Markdown text={run.result?.summary ?? run.error?.message ?? `The run is ${run.status}.`} />
      </div>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Trace of {run.agent_name ?? "this agent"}</summary>
        {isOpen && <MemberTrace run={run} />}
      </details>
    </>
  );
}

function MemberTrace({ run }: { run: Run }) {
  const hasEnded = run.status !== "running";
  const trace = traceOf(run);
  const timeline = useTimeline(run.id, trace.length, hasEnded);
  const sources = useRunSources(run.id, hasEnded);
  const steps = useSteps(run.id, run.steps_used, hasEnded);
  return (
    <PlainTrace
      run={run}
      rows={rowsOf(trace, timeline.data)}
      sources={sources.data?.data}
      steps={steps.data?.data}
    />
  );
}
