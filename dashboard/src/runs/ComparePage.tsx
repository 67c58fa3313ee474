// Two runs side by side: what was asked, what came of it, and what each step did.

import type { ReactNode } from "react";
import { Empty, Found, Loading } from "../shared/feedback";
import { Page, Section } from "../shared/Page";
import { Link, go, useAddress, useQueryParameter } from "../shared/router";
import { useSettled } from "../shared/settled";
import { Status, Time } from "../shared/controls";
import { count, duration, firstLine, number } from "../shared/format";
import { Markdown } from "./Markdown";
import { RunStatus, costText } from "./RunFacts";
import { headline } from "./RunRows";
import { useRun, useRuns, useSteps } from "./queries";
import { wordsOf } from "./words";
import type { Run, Step } from "./types";
import "./runs.css";
import "./run.css";

export function ComparePage() {
  const parameters = useAddress().searchParams;
  const one = useRun(parameters.get("one") ?? "");
  const other = useRun(parameters.get("other") ?? "");
  return (
    <Page
      title="Compare runs"
      lead="Two runs side by side. Rows that differ are marked."
      back={{ to: "/runs", name: "Runs" }}
    >
      {!parameters.get("one") && <Picker name="one" />}
      {parameters.get("one") && !parameters.get("other") && (
        <>
          <Found query={one}>
            {(run) => (
              <p>
                Compare <strong>{firstLine(run.request?.prompt ?? run.id)}</strong> with:
              </p>
            )}
          </Found>
          <Picker name="other" except={parameters.get("one") ?? ""} />
        </>
      )}
      {parameters.get("one") && parameters.get("other") && (
        <Found query={one}>
          {(left) => <Found query={other}>{(right) => <Pair one={left} other={right} />}</Found>}
        </Found>
      )}
    </Page>
  );
}

/** Chooses a run, by its words or among the newest. */
function Picker({ name, except }: { name: "one" | "other"; except?: string }) {
  const [q, setQ] = useQueryParameter("q");
  const runs = useRuns({ q: useSettled(q.trim()) }, {});
  const others = runs.data?.data.filter((run) => run.id !== except);
  return (
    <div className="picker">
      <input
        type="search"
        aria-label="Search for a run to compare with"
        placeholder="Search questions and answers"
        value={q}
        onChange={(event) => setQ(event.target.value)}
      />
      {runs.isPending && <Loading />}
      {others?.length === 0 && <Empty title="No other run matches" />}
      {others && others.length > 0 && (
        <ul className="run-rows">
          {others.map((run) => (
            <li key={run.id}>
              <button type="button" className="pick" onClick={() => choose(name, run.id)}>
                <span className="run-row-asked">{firstLine(run.request?.prompt ?? run.id)}</span>
                <span className="run-row-answer">{headline(run)}</span>
                <span className="soft">
                  <Status value={run.status} /> {run.model} <Time at={run.created_at} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function choose(name: "one" | "other", id: string): void {
  const next = new URLSearchParams(location.search);
  next.set(name, id);
  next.delete("q");
  go(`${location.pathname}?${next}`);
}

interface Compared {
  name: string;
  one: ReactNode;
  other: ReactNode;
  isSame: boolean;
}

function Pair({ one, other }: { one: Run; other: Run }) {
  const rows: Compared[] = [
    row("Question", one, other, (run) => run.request?.prompt ?? ""),
    {
      name: "Answer",
      one: <Summary run={one} />,
      other: <Summary run={other} />,
      isSame: textOf(one) === textOf(other),
    },
    {
      name: "Status",
      one: <RunStatus run={one} />,
      other: <RunStatus run={other} />,
      isSame: one.status === other.status && one.answered === other.answered,
    },
    row("Model", one, other, (run) => run.model),
    row("Agent or network", one, other, (run) => run.agent_name ?? run.network_name ?? "–"),
    row("Sources", one, other, (run) => run.request?.context.join(", ") || "none"),
    row("Files", one, other, (run) => count(run.request?.files.length ?? 0, "file")),
    row("Steps", one, other, (run) => number(run.steps_used)),
    row("Took", one, other, (run) => (run.usage ? duration(run.usage.ms_total * 1000) : "–")),
    row("Cost", one, other, costText),
  ];
  return (
    <>
      <div className="table" role="region" aria-label="Comparison" tabIndex={0}>
        <table className="compared">
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">What</span>
              </th>
              {[one, other].map((run) => (
                <th key={run.id} scope="col">
                  <Link to={`/runs/${run.id}`}>
                    <Time at={run.created_at} />
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((each) => (
              <Line key={each.name} row={each} />
            ))}
          </tbody>
        </table>
      </div>
      <Steps one={one} other={other} />
    </>
  );
}

function row(name: string, one: Run, other: Run, read: (run: Run) => string): Compared {
  const [left, right] = [read(one), read(other)];
  return { name, one: left, other: right, isSame: left === right };
}

function Line({ row: { name, one, other, isSame } }: { row: Compared }) {
  return (
    <tr className={isSame ? undefined : "differs"}>
      <th scope="row">
        {name}
        {!isSame && <span className="unseen"> (differs)</span>}
      </th>
      <td>{one}</td>
      <td>{other}</td>
    </tr>
  );
}

const textOf = (run: Run) => run.result?.summary ?? run.error?.message ?? "";

function Summary({ run }: { run: Run }) {
  return (
    <div className="answer-text">
      <Markdown text={textOf(run) || `The run is ${run.status}.`} />
    </div>
  );
}

/** The steps of both, number by number. */
function Steps({ one, other }: { one: Run; other: Run }) {
  const left = useSteps(one.id, one.steps_used, true).data?.data ?? [];
  const right = useSteps(other.id, other.steps_used, true).data?.data ?? [];
  const most = Math.max(left.length, right.length);
  if (most === 0) return null;
  return (
    <Section title="Steps">
      <div className="table" role="region" aria-label="Steps of both runs" tabIndex={0}>
        <table className="compared">
          <tbody>
            {Array.from({ length: most }, (_, n) => {
              const [before, behind] = [stepText(left[n]), stepText(right[n])];
              return (
                <Line
                  key={n}
                  row={{
                    name: `Step ${n + 1}`,
                    one: before,
                    other: behind,
                    isSame: before === behind,
                  }}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function stepText(step: Step | undefined): string {
  if (!step) return "–";
  const counts = step.looked_at ? `, ${number(step.looked_at)} → ${number(step.kept ?? 0)}` : "";
  return `${step.tool}: ${wordsOf(step.tool, step)}${counts}`;
}
