// Every run, newest first, with what it came to; they move by themselves while they work.

import { Choice, Status, Time } from "../shared/controls";
import { Empty } from "../shared/feedback";
import { firstLine } from "../shared/format";
import { Listed } from "../shared/lists";
import { Page } from "../shared/Page";
import { Link, useQueryParameter } from "../shared/router";
import { useRuns } from "./queries";
import type { Run } from "./types";
import "./runs.css";

const STATUSES = [
  { value: "", name: "All" },
  { value: "running", name: "Running" },
  { value: "completed", name: "Completed" },
  { value: "failed", name: "Failed" },
  { value: "cancelled", name: "Cancelled" },
];

export function RunsPage() {
  const [status, setStatus] = useQueryParameter("status");
  const runs = useRuns(status ? { status: status as Run["status"] } : {});
  return (
    <Page
      title="Runs"
      lead="What was asked of this server, and what came of it."
      actions={
        <Link to="/runs/new" className="button primary on-phones">
          New run
        </Link>
      }
    >
      <Choice label="Status" options={STATUSES} value={status} onChange={setStatus} />
      <Listed
        pages={runs}
        empty={
          status ? (
            <Empty title={`No run is ${status}`} />
          ) : (
            <Empty title="No run yet">
              <p>Ask something: a sum, a date, or a question about files that you upload first.</p>
              <Link to="/runs/new" className="button primary">
                New run
              </Link>
            </Empty>
          )
        }
      >
        {(items) => <RunRows runs={items} />}
      </Listed>
    </Page>
  );
}

export function RunRows({ runs }: { runs: Run[] }) {
  return (
    <ul className="run-rows">
      {runs.map((run) => (
        <li key={run.id}>
          <Link to={`/runs/${run.id}`} className="run-row">
            <span className="run-row-text">{headline(run)}</span>
            <span className="run-row-facts">
              <Status value={run.status} />
              <span>{run.model}</span>
              <span>
                {run.steps_used} of {run.max_steps} steps
              </span>
              <Time at={run.created_at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What a run is known by: its answer, since the service does not repeat what was asked. */
export function headline(run: Run): string {
  if (run.result) return firstLine(run.result.summary.replace(/^1\. /, ""));
  if (run.error) return firstLine(run.error.message);
  return run.status === "running" ? "Working…" : "Stopped before it had an answer";
}
