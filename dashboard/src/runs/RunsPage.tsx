// Every run, newest first: found by words, narrowed by filters, and all of it kept in the address.

import { useEffect } from "react";
import { Empty, Loading, Refusal } from "../shared/feedback";
import { Page } from "../shared/Page";
import { Link, useAddress } from "../shared/router";
import { FilterBar } from "./FilterBar";
import { RunRows } from "./RunRows";
import { filtersIn } from "./filters";
import { useRuns } from "./queries";
import type { Cursor } from "./queries";
import "./runs.css";

export function RunsPage() {
  const address = useAddress();
  const filters = filtersIn(address.searchParams);
  const cursor = cursorIn(address.searchParams);
  const runs = useRuns(filters, cursor);
  const place = address.hash.slice(1);
  useReturn(place, runs.data !== undefined);
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <Page
      title="Runs"
      lead="Every question asked in this project, and its answer."
      actions={
        <Link to="/runs/new" className="button primary on-phones">
          New run
        </Link>
      }
    >
      <FilterBar filters={filters} />
      {runs.isError && <Refusal error={runs.error} retry={() => void runs.refetch()} />}
      {runs.isPending && <Loading />}
      {runs.data && (
        <div className="found" aria-busy={runs.isPlaceholderData}>
          {runs.data.data.length > 0 ? (
            <RunRows runs={runs.data.data} place={place} />
          ) : (
            <Nothing isNarrowed={isNarrowed} hasMore={runs.data.has_more} />
          )}
          <Pager list={runs.data} cursor={cursor} />
        </div>
      )}
      <p className="soft refused-hint">
        Refused requests (403, 422) create no run.{" "}
        <Link to="/audit?decision=denied">Find denied requests in the audit log</Link>, or{" "}
        <Link to="/audit?action=runs.create">every attempt to create a run</Link>.
      </p>
    </Page>
  );
}

function cursorIn(parameters: URLSearchParams): Cursor {
  const after = parameters.get("after");
  const before = parameters.get("before");
  if (after) return { after };
  return before ? { before } : {};
}

/** Back from a run, the list stands where it was left. */
function useReturn(place: string, isThere: boolean): void {
  useEffect(() => {
    if (place && isThere) document.getElementById(place)?.scrollIntoView({ block: "center" });
  }, [isThere]);
}

function Nothing({ isNarrowed, hasMore }: { isNarrowed: boolean; hasMore: boolean }) {
  if (hasMore)
    return <Empty title="Nothing found so far">Older runs have not been searched yet.</Empty>;
  if (isNarrowed)
    return (
      <Empty title="No run matches">
        <p>Try fewer words or fewer filters.</p>
        <Link to="/runs" className="button">
          Clear all filters
        </Link>
      </Empty>
    );
  return (
    <Empty title="No runs yet">
      <p>Ask for a sum or a date, or upload files and ask about them.</p>
      <Link to="/runs/new" className="button primary">
        New run
      </Link>
    </Empty>
  );
}

interface Edges {
  has_more: boolean;
  first_id: string | null;
  last_id: string | null;
}

/** Links to the neighbouring pages. */
function Pager({ list, cursor }: { list: Edges; cursor: Cursor }) {
  const isBackwards = cursor.before !== undefined;
  const hasNewer = isBackwards ? list.has_more : cursor.after !== undefined;
  const hasOlder = isBackwards || list.has_more;
  if (!hasNewer && !hasOlder) return null;
  return (
    <nav className="pager" aria-label="Pages of runs">
      {hasNewer && list.first_id ? (
        <Link to={pageAt({ before: list.first_id })} className="button">
          ← Newer
        </Link>
      ) : (
        <span />
      )}
      {hasOlder && list.last_id && (
        <Link to={pageAt({ after: list.last_id })} className="button">
          Older →
        </Link>
      )}
    </nav>
  );
}

function pageAt(cursor: Cursor): string {
  const next = new URLSearchParams(location.search);
  next.delete("after");
  next.delete("before");
  for (const [name, value] of Object.entries(cursor)) next.set(name, String(value));
  return `${location.pathname}?${next}`;
}
