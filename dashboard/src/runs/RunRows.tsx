// Runs as rows: what was asked, what was answered, how it ended, how long it took, what it cost.

import { useState } from "react";
import { Time } from "../shared/controls";
import { Loading, Refusal } from "../shared/feedback";
import { count, firstLine, money } from "../shared/format";
import { Link, go } from "../shared/router";
import { RunStatus, Took, costText } from "./RunFacts";
import { blocksOf, plainOf } from "./markdown";
import type { Block } from "./markdown";
import { useChildren } from "./queries";
import type { Run } from "./types";
import "./runs.css";

export function RunRows({ runs, place }: { runs: Run[]; place?: string }) {
  return (
    <div className="run-list">
      <div className="run-columns" aria-hidden="true">
        <span>Question and answer</span>
        <span>Status</span>
        <span>Answered by</span>
        <span className="number">Took</span>
        <span className="number">{costHeading(runs)}</span>
        <span>Created</span>
      </div>
      <ul className="run-rows">
        {runs.map((run) => (
          <li key={run.id} id={run.id} className={place === run.id ? "here" : undefined}>
            <RunRow run={run} />
            {run.children && run.children.length > 0 && <Folded run={run} ids={run.children} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function RunRow({ run }: { run: Run }) {
  return (
    <Link to={`/runs/${run.id}`} className="run-row" onClick={() => keepPlace(run.id)}>
      <span className="run-row-text">
        <span className="run-row-asked">{firstLine(run.request?.prompt ?? run.id)}</span>
        <span className="run-row-answer">{headline(run)}</span>
      </span>
      <span>
        <RunStatus run={run} />
      </span>
      <span className="run-row-who">{whoOf(run)}</span>
      <span className="number">
        <span className="unseen">took </span>
        <Took run={run} />
      </span>
      <span className="number">
        <span className="run-row-unit">{costText(run)}</span>
        <span className="run-row-cost" aria-hidden="true">
          {run.usage ? amount(run.usage.cost) : "–"}
        </span>
      </span>
      <span>
        <Time at={run.created_at} />
      </span>
    </Link>
  );
}

function costHeading(runs: Run[]): string {
  const currency = runs.find((run) => run.usage)?.usage?.currency;
  return currency ? `Cost, ${currency}` : "Cost";
}

const amount = (cost: string) => money(cost, "").trim();

/** The list comes back to this run: its place stays in the address that is left. */
function keepPlace(id: string): void {
  if (location.pathname !== "/runs" && location.pathname !== "/") return;
  go(`${location.pathname}${location.search}#${id}`, "replace");
}

function whoOf(run: Run): string {
  if (run.parent && run.agent_name)
    return `${run.agent_name}, in ${run.network_name ?? "a network"}`;
  return run.agent_name ?? run.network_name ?? run.model;
}

/** The runs of a network's agents, shown when they are asked for. */
function Folded({ run, ids }: { run: Run; ids: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const children = useChildren(ids, isOpen);
  return (
    <details className="folded" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {count(ids.length, "agent run")} of {run.network_name ?? "this network"}
      </summary>
      {children.isError && <Refusal error={children.error} />}
      {isOpen && children.isPending && <Loading />}
      {children.data && (
        <ul className="run-rows">
          {children.data.map((child) => (
            <li key={child.id}>
              <RunRow run={child} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

/** The first line of what a run came to. */
export function headline(run: Run): string {
  if (run.result) return firstLine(firstText(blocksOf(run.result.summary)));
  if (run.error) return firstLine(run.error.message);
  return run.status === "running" ? "Working…" : "Cancelled before there was an answer";
}

/** The first words of an answer, without their marks. */
function firstText([first]: Block[]): string {
  switch (first?.kind) {
    case "paragraph":
    case "heading":
      return plainOf(first.inside);
    case "list":
      return firstText(first.items[0] ?? []);
    case "quote":
      return firstText(first.blocks);
    case "table":
      return first.rows[0]?.map(plainOf).join(", ") ?? "";
    case "code":
      return first.text;
    default:
      return "";
  }
}
