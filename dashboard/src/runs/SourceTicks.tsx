// Which sources a run may read, and examples that fit what is in them.

import { useQueries, useQuery } from "@tanstack/react-query";
import { get } from "../shared/api";
import { Button, Scope, Source } from "../shared/controls";
import { examplesFor } from "./examples";
import type { Example } from "./examples";
import { useMay } from "./queries";
import { SOURCES } from "./types";
import type { ContextSource } from "./types";

type State = "unknown" | "denied" | "empty" | "filled";

interface Known {
  states: Record<ContextSource, State>;
  /** A file that the documents come from. */
  file: string;
}

/** What is known of each source: whether the key may read it, and whether anything is in it. */
export function useSources(): Known {
  const may = useMay();
  const found = useQueries({
    queries: SOURCES.map((source) => ({
      queryKey: ["files", "source", source],
      staleTime: 30_000,
      enabled: may(`${source}:read`) ?? false,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        get("/v1/context/items", { query: { source, limit: 1 }, signal }),
    })),
  });
  const stateOf = (source: ContextSource, n: number): State => {
    if (may(`${source}:read`) === false) return "denied";
    const items = found[n]?.data?.data;
    if (items === undefined) return "unknown";
    return items.length > 0 ? "filled" : "empty";
  };
  const states = Object.fromEntries(
    SOURCES.map((source, n) => [source, stateOf(source, n)]),
  ) as Record<ContextSource, State>;
  const file = found[SOURCES.indexOf("documents")]?.data?.data[0]?.file ?? "";
  return { states, file: may("files:read") ? file : "" };
}

export function SourceTicks({
  chosen,
  onChange,
}: {
  chosen: ContextSource[];
  onChange: (chosen: ContextSource[]) => void;
}) {
  const { states } = useSources();
  const denied = SOURCES.filter((source) => states[source] === "denied");
  const toggle = (source: ContextSource) =>
    onChange(
      chosen.includes(source) ? chosen.filter((each) => each !== source) : [...chosen, source],
    );
  return (
    <fieldset className="ticks">
      <legend>What may it read?</legend>
      <div className="ticks-options">
        {SOURCES.map((source) => (
          <label key={source} className={states[source] === "denied" ? "disabled" : undefined}>
            <input
              type="checkbox"
              checked={chosen.includes(source) && states[source] !== "denied"}
              disabled={states[source] === "denied"}
              onChange={() => toggle(source)}
            />
            <Source name={source} />
            {states[source] === "empty" && <span className="soft">empty</span>}
          </label>
        ))}
      </div>
      {chosen.length === 0 && denied.length < SOURCES.length && (
        <p className="field-hint">Select at least one to ask about your own records.</p>
      )}
      {denied.length > 0 && (
        <p className="field-hint">
          Your key lacks{" "}
          {denied.map((source, n) => (
            <span key={source}>
              {n > 0 && ", "}
              <Scope name={`${source}:read`} />
            </span>
          ))}
          .
        </p>
      )}
    </fieldset>
  );
}

/** A few questions to begin with, in one row. */
export function Examples({ onChoose }: { onChoose: (example: Example) => void }) {
  const { states, file } = useSources();
  const document = useQuery({
    queryKey: ["files", file],
    queryFn: ({ signal }) => get("/v1/files/{id}", { path: { id: file }, signal }),
    enabled: file !== "",
  });
  const isKnown =
    !Object.values(states).includes("unknown") && (file === "" || !document.isPending);
  if (!isKnown) return <div className="examples" />;
  const filled = new Set(SOURCES.filter((source) => states[source] === "filled"));
  return (
    <div className="examples" role="group" aria-label="Examples">
      {examplesFor(filled, document.data?.filename).map((example) => (
        <Button key={example.prompt} onClick={() => onChoose(example)}>
          {example.prompt}
        </Button>
      ))}
    </div>
  );
}
