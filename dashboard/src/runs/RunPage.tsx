// One run: what was asked, the answer, how it came about, and what can be done with it.

import { useMemo } from "react";
import { Copy } from "../shared/controls";
import { Found } from "../shared/feedback";
import { firstLine } from "../shared/format";
import { Page, Section } from "../shared/Page";
import { Link, useAddress, useParameter } from "../shared/router";
import { Earlier, FollowUps } from "./Conversation";
import { Feedback } from "./Feedback";
import { Members } from "./Members";
import { Replay } from "./Replay";
import { Result } from "./Result";
import { RunActions } from "./RunActions";
import { RunFacts } from "./RunFacts";
import { Trace } from "./Trace";
import { useLive } from "./live";
import { useChildren, useRun, useRunSources, useSteps, useTimeline } from "./queries";
import { rowsOf } from "./replay";
import { traceOf } from "./types";
import type { Run } from "./types";
import "./runs.css";
import "./run.css";

const BACK = { to: "/runs", name: "Runs" };
const LONGEST_TITLE = 240;

export function RunPage() {
  const run = useRun(useParameter("id"));
  if (run.data) return <OneRun run={run.data} />;
  return (
    <Page title="Run" back={BACK}>
      <Found query={run}>{() => null}</Found>
    </Page>
  );
}

function OneRun({ run }: { run: Run }) {
  const hasEnded = run.status !== "running";
  const live = useLive(run.id, !hasEnded);
  const sources = useRunSources(run.id, hasEnded);
  const trace = traceOf(run);
  const entries = live.entries.length > trace.length ? live.entries : trace;
  const timeline = useTimeline(run.id, entries.length, hasEnded);
  const seen = entries.filter((entry) => entry.type === "step").length;
  const steps = useSteps(run.id, seen, hasEnded);
  const members = useChildren(run.children ?? []);
  const agents = useMemo(() => namesOf(members.data), [members.data]);
  const prompt = run.request?.prompt ?? run.id;
  const title = firstLine(prompt, LONGEST_TITLE);
  return (
    <Page title={title} back={backFrom(run)} actions={<RunActions run={run} />}>
      {title !== prompt && <p className="asked">{prompt}</p>}
      <Repeated id={run.id} />
      <RunFacts run={run} snapshot={timeline.data?.snapshot} entries={entries} />
      <Earlier run={run} />
      <Result run={run} sources={sources.data?.data} writing={live.writing} />
      <Section
        title="Trace"
        aside={hasEnded && <Copy text={`${location.origin}/runs/${run.id}`} what="link" />}
      >
        <p className="soft">
          {hasEnded
            ? "What the run read, under which scope, and what each step did. Frozen when the run ended; every entry has its own link."
            : "Entries appear as they are recorded."}
        </p>
        <Trace
          run={run}
          rows={rowsOf(entries, timeline.data)}
          sources={sources.data?.data}
          steps={steps.data?.data}
          agents={agents}
          readers={readersOf(members.data)}
        />
        {hasEnded && <Replay id={run.id} />}
      </Section>
      {members.data && <Members runs={members.data} />}
      {run.status === "completed" && <FollowUps run={run} />}
      {run.status === "completed" && <Feedback id={run.id} />}
    </Page>
  );
}

function backFrom(run: Run) {
  if (run.parent) return { to: `/runs/${run.parent}`, name: run.network_name ?? "Network run" };
  return BACK;
}

function namesOf(members: Run[] | undefined): ReadonlyMap<string, string> {
  return new Map(members?.map((run) => [run.id, run.agent_name ?? "Deleted agent"]) ?? []);
}

/** Which agents of a network read a source. */
function readersOf(members: Run[] | undefined): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const run of members ?? [])
    for (const entry of traceOf(run))
      if (entry.type === "context") {
        const names = found.get(entry.source) ?? [];
        const name = run.agent_name ?? "a deleted agent";
        if (!names.includes(name)) found.set(entry.source, [...names, name]);
      }
  return found;
}

/** Of a run that was asked again: a way to see what has changed. */
function Repeated({ id }: { id: string }) {
  const earlier = useAddress().searchParams.get("repeats");
  if (!earlier) return null;
  return (
    <p className="soft">
      Asked again. <Link to={`/runs/compare?one=${earlier}&other=${id}`}>Compare the two runs</Link>
    </p>
  );
}
