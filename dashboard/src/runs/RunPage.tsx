// One run: its answer, how it came about, and what can be done with it.

import { useQuery } from "@tanstack/react-query";
import { get } from "../shared/api";
import { Button, Copy, Facts, Id, Status, Time } from "../shared/controls";
import { AskingButton } from "../shared/Dialog";
import { Found } from "../shared/feedback";
import { duration, moment } from "../shared/format";
import { Page, Section } from "../shared/Page";
import { Link, go, useParameter } from "../shared/router";
import { Feedback } from "./Feedback";
import { Result } from "./Result";
import { headline } from "./RunsPage";
import { Trace } from "./Trace";
import { askedHere } from "./asked";
import { useLiveTrace } from "./live";
import { useCancel, useDelete, useRun, useRunSources, useTimeline } from "./queries";
import { rowsOf } from "./replay";
import type { Entry, Run } from "./types";

export function RunPage() {
  const run = useRun(useParameter("id"));
  if (run.data) return <OneRun run={run.data} />;
  return (
    <Page title="Run" back={{ to: "/runs", name: "Runs" }}>
      <Found query={run}>{() => null}</Found>
    </Page>
  );
}

function OneRun({ run }: { run: Run }) {
  const isRunning = run.status === "running";
  const live = useLiveTrace(run.id, isRunning);
  const timeline = useTimeline(run.id, !isRunning);
  const sources = useRunSources(run.id, !isRunning);
  const trace = (run.trace ?? []) as unknown as Entry[];
  const rows = rowsOf(live.length > trace.length ? live : trace, timeline.data);
  const attached = sources.data?.data.filter(
    (source) => source.source === "files" || source.source === "runs",
  );
  return (
    <Page
      title={`Run of ${moment(run.created_at)}`}
      back={{ to: "/runs", name: "Runs" }}
      lead={<code>{run.id}</code>}
      actions={<RunActions run={run} />}
    >
      <RunFacts run={run} snapshot={timeline.data?.snapshot} entries={trace} />
      <Result run={run} asked={askedHere(run.id)} attached={attached} />
      <Section
        title="Trace"
        aside={<Copy text={`${location.origin}/runs/${run.id}`} what="link" />}
      >
        <p className="soft">
          Recorded as it happened and never changed since. Each fetch names the scope that allowed
          it; every entry has a link of its own.
        </p>
        <Trace rows={rows} sources={sources.data?.data} isRunning={isRunning} />
      </Section>
      {run.children && <Children ids={run.children} />}
      {!isRunning && <Feedback id={run.id} />}
    </Page>
  );
}

function RunFacts({
  run,
  snapshot,
  entries,
}: {
  run: Run;
  snapshot: string | undefined;
  entries: Entry[];
}) {
  const result = entries.find((entry) => entry.type === "result");
  const facts: [string, React.ReactNode][] = [
    ["Status", <Status value={run.status} />],
    ["Model", snapshot ?? run.model],
    ["Steps", `${run.steps_used} of ${run.max_steps}`],
    ["Made", <Time at={run.created_at} />],
  ];
  if (result) facts.push(["Took", duration(result.ms_total * 1000)]);
  if (run.agent)
    facts.push([
      "Agent",
      <>
        <Id id={run.agent} />, version {run.agent_version}
      </>,
    ]);
  facts.push(
    ...Object.entries(run.metadata).map(([name, value]): [string, string] => [name, value]),
  );
  return <Facts facts={facts} />;
}

function RunActions({ run }: { run: Run }) {
  const cancel = useCancel(run.id);
  const erase = useDelete(run.id, () => go("/runs"));
  return (
    <>
      <Link to={`/audit?resource=${run.id}`} className="button quiet">
        In the audit log
      </Link>
      {run.status === "running" && (
        <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      )}
      <AskingButton name="Delete" title="Delete this run?" action="Delete the run" mutation={erase}>
        <p>
          Its answer, its trace and the files that it made are erased everywhere, for good. The
          audit log keeps that it was there, and a signed receipt says what was erased.
        </p>
      </AskingButton>
    </>
  );
}

function Children({ ids }: { ids: string[] }) {
  return (
    <Section title="Made of these runs">
      <ul className="run-rows">
        {ids.map((id) => (
          <li key={id}>
            <Child id={id} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Child({ id }: { id: string }) {
  const run = useQuery({
    queryKey: ["runs", id],
    queryFn: ({ signal }) => get("/v1/runs/{id}", { path: { id }, signal }),
  });
  return (
    <Link to={`/runs/${id}`} className="run-row">
      <span className="run-row-text">{run.data ? headline(run.data) : id}</span>
      {run.data && (
        <span className="run-row-facts">
          <Status value={run.data.status} />
          <span>{run.data.model}</span>
          <span>{run.data.steps_used} steps</span>
        </span>
      )}
    </Link>
  );
}
