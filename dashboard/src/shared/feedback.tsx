// What a page says while it waits, when there is nothing, and when something went wrong.

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Problem } from "./api";

export function Loading({ what = "Loading" }: { what?: string }) {
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" /> {what}…
    </p>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children && <div className="empty-text">{children}</div>}
    </div>
  );
}

const TITLES: Record<string, string> = {
  scope_denied: "This key may not do that",
  not_found: "There is nothing here",
  already_deleted: "This was deleted",
  rate_limited: "Too many requests",
  overloaded: "The server is busy",
  unreachable: "The server does not answer",
  step_limit: "The plan does not fit",
  invalid_request: "That did not work",
};

/** A refusal, in the service's own words, with what helps to look into it. */
export function Refusal({ error, retry }: { error: unknown; retry?: () => void }) {
  const problem = error instanceof Problem ? error : null;
  return (
    <div className="refusal" role="alert">
      <p className="refusal-title">{TITLES[problem?.code ?? ""] ?? "Something went wrong"}</p>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {problem?.retryAfter && <p>It is worth trying again in {problem.retryAfter} s.</p>}
      {problem && <FieldProblems fields={problem.fields} />}
      <p className="refusal-foot">
        {problem?.requestId && <code>{problem.requestId}</code>}
        {retry && (
          <button type="button" className="button quiet" onClick={retry}>
            Try again
          </button>
        )}
      </p>
    </div>
  );
}

function FieldProblems({ fields }: { fields: Record<string, string[]> }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;
  return (
    <ul>
      {entries.map(([name, reasons]) => (
        <li key={name}>
          <code>{name}</code> {reasons.join("; ")}
        </li>
      ))}
    </ul>
  );
}

/** What a query found; or that it waits, or why it failed. */
export function Found<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Refusal error={query.error} retry={() => void query.refetch()} />;
  return <Loading />;
}
