// Finding runs: words, status, and everything else behind a button.

import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { FileName } from "../files/FileName";
import { Choice, Field } from "../shared/controls";
import { go, useAddress } from "../shared/router";
import { useSettled } from "../shared/settled";
import { STATUSES, changed } from "./filters";
import type { Filters, Name } from "./filters";
import { useChoices, useKeys } from "./queries";

const FURTHER: Name[] = ["answered", "model", "agent", "network", "key", "from", "to", "metadata"];

export function FilterBar({ filters }: { filters: Filters }) {
  const address = useAddress();
  const set = (change: Filters) => go(changed(address, change), "replace");
  const further = FURTHER.filter((name) => filters[name]).length;
  return (
    <search className="run-filters" aria-label="Find runs">
      <div className="filters">
        <Search value={filters.q ?? ""} onChange={(q) => set({ q })} />
        <Choice
          label="Status"
          options={STATUSES}
          value={(filters.status ?? "") as (typeof STATUSES)[number]["value"]}
          onChange={(status) => set({ status })}
        />
      </div>
      <details open={further > 0}>
        <summary>More filters{further > 0 && ` (${further})`}</summary>
        <Further filters={filters} set={set} />
      </details>
      {filters.file && (
        <p>
          Only runs that read <FileName id={filters.file} />{" "}
          <button type="button" className="button quiet" onClick={() => set({ file: "" })}>
            Show all
          </button>
        </p>
      )}
    </search>
  );
}

/** Words, looked for once the typing has paused. */
function Search({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed.trim());
  useEffect(() => {
    if (settled !== value) onChange(settled);
  }, [settled]);
  useEffect(() => {
    // The address may change by itself: back, or filters that are cleared.
    if (value !== typed.trim()) setTyped(value);
  }, [value]);
  return (
    <input
      type="search"
      className="run-search"
      aria-label="Search questions and answers"
      placeholder="Search questions and answers"
      maxLength={400}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

function Further({ filters, set }: { filters: Filters; set: (change: Filters) => void }) {
  const { models, agents, networks } = useChoices();
  const keys = useKeys();
  const bind = (name: Name) => ({
    value: filters[name] ?? "",
    onChange: (value: string) => set({ [name]: value }),
  });
  return (
    <div className="filters further">
      <Pick label="Answer" {...bind("answered")}>
        <option value="true">Answered</option>
        <option value="false">Not answered</option>
      </Pick>
      <Pick label="Model" {...bind("model")}>
        {models.data?.data.map((model) => (
          <option key={model.id}>{model.id}</option>
        ))}
      </Pick>
      <Pick label="Agent" {...bind("agent")}>
        {agents.data?.data.map((agent) => (
          <option key={agent.id} value={agent.id}>
            {agent.name}
          </option>
        ))}
      </Pick>
      <Pick label="Network" {...bind("network")}>
        {networks.data?.data.map((network) => (
          <option key={network.id} value={network.id}>
            {network.name}
          </option>
        ))}
      </Pick>
      <Pick label="Key" {...bind("key")}>
        {keys.data?.data.map((key) => (
          <option key={key.id} value={key.id}>
            {key.name}
          </option>
        ))}
      </Pick>
      <Typed label="From" type="date" {...bind("from")} />
      <Typed label="To" type="date" {...bind("to")} />
      <Typed label="Metadata" type="text" placeholder="team: home" {...bind("metadata")} />
    </div>
  );
}

interface Bound {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function Pick({ label, value, onChange, children }: Bound & { children: ReactNode }) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Any</option>
          {children}
        </select>
      )}
    </Field>
  );
}

function Typed({
  label,
  value,
  onChange,
  ...input
}: Bound & { type: "date" | "text"; placeholder?: string }) {
  return (
    <Field label={label}>
      {(attributes) => (
        <input
          {...attributes}
          {...input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
