// Asking something: the prompt, who answers, what may be read, how far it may go.

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { Problem, get, post } from "../shared/api";
import { Button, Field, Source, Ticks } from "../shared/controls";
import { Refusal } from "../shared/feedback";
import { Page } from "../shared/Page";
import { go, useAddress } from "../shared/router";
import { remember } from "./asked";
import { pairsOf } from "./metadata";
import { useModels } from "./queries";
import { SOURCES } from "./types";
import type { ContextSource, Run } from "./types";
import "./runs.css";

const LONGEST = 4000;
const EXAMPLES: { prompt: string; context: ContextSource[] }[] = [
  { prompt: "How much did I spend on groceries last month?", context: ["finance"] },
  { prompt: "When am I free for an hour next week?", context: ["calendar"] },
  { prompt: "What notice period does my lease have?", context: ["documents"] },
  { prompt: "What is 17.5% of 1,240, and how many days until 24 December?", context: [] },
];

interface Draft {
  who: string;
  prompt: string;
  context: ContextSource[];
  files: string[];
  maxSteps: number;
  /** Metadata as it is typed: a name, a colon and a value on each line. */
  notes: string;
}

function ask(draft: Draft): Promise<Run> {
  const body = {
    prompt: draft.prompt,
    context: draft.context,
    files: draft.files,
    max_steps: draft.maxSteps,
    metadata: pairsOf(draft.notes),
  };
  if (draft.who.startsWith("ag_"))
    return post("/v1/agents/{id}/run", { path: { id: draft.who }, body });
  if (draft.who.startsWith("net_"))
    return post("/v1/networks/{id}/run", { path: { id: draft.who }, body });
  return post("/v1/runs", { body: { ...body, model: draft.who } });
}

export function NewRunPage() {
  const given = useAddress().searchParams;
  const [draft, setDraft] = useState<Draft>({
    who: given.get("who") ?? "y0-fast",
    prompt: "",
    context: [],
    files: given.getAll("file"),
    maxSteps: 8,
    notes: "",
  });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const run = useMutation({
    mutationFn: ask,
    onSuccess: (made, asked) => {
      remember(made.id, asked.prompt);
      go(`/runs/${made.id}`);
    },
  });
  const problem = run.error instanceof Problem ? run.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run.mutate(draft);
  };
  return (
    <Page
      title="New run"
      lead="It reads only what you tick, and only what your key allows. It changes, sends and books nothing."
    >
      <form className="form" onSubmit={submit}>
        <Field
          label="What should be done?"
          error={problem?.field("prompt")}
          hint={`${draft.prompt.length.toLocaleString("en")} of ${LONGEST.toLocaleString("en")} characters`}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              required
              autoFocus
              maxLength={LONGEST}
              value={draft.prompt}
              onChange={(event) => change({ prompt: event.target.value })}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
              }}
            />
          )}
        </Field>
        {draft.prompt === "" && (
          <div className="examples">
            <p className="field-hint">Or begin with one of these:</p>
            {EXAMPLES.map((example) => (
              <Button key={example.prompt} onClick={() => change(example)}>
                {example.prompt}
              </Button>
            ))}
          </div>
        )}
        <Ticks
          legend="What may it read?"
          options={SOURCES.map((name) => ({ value: name, name: <Source name={name} /> }))}
          chosen={draft.context}
          onChange={(context) => change({ context })}
        />
        <div className="form-row">
          <Who value={draft.who} onChange={(who) => change({ who })} />
          <Field label={`At most ${draft.maxSteps} steps`} error={problem?.field("max_steps")}>
            {(attributes) => (
              <input
                {...attributes}
                type="range"
                min={1}
                max={16}
                value={draft.maxSteps}
                onChange={(event) => change({ maxSteps: Number(event.target.value) })}
              />
            )}
          </Field>
        </div>
        <Attachments chosen={draft.files} onChange={(files) => change({ files })} />
        <details className="attachments">
          <summary>Add metadata</summary>
          <Field
            label="Metadata"
            hint="Up to 16 lines such as “team: home”. They come back with the run, in webhooks, and costs can be split by them."
            error={problem?.field("metadata")}
          >
            {(attributes) => (
              <textarea
                {...attributes}
                value={draft.notes}
                onChange={(event) => change({ notes: event.target.value })}
              />
            )}
          </Field>
        </details>
        {run.error && <Refusal error={run.error} />}
        <div className="actions">
          <Button
            type="submit"
            kind="primary"
            isBusy={run.isPending}
            disabled={draft.prompt.trim() === ""}
          >
            {run.isPending ? "Working…" : "Run"}
          </Button>
          <span className="soft">
            or <kbd>Ctrl</kbd> <kbd>Enter</kbd>
          </span>
        </div>
      </form>
    </Page>
  );
}

function Who({ value, onChange }: { value: string; onChange: (who: string) => void }) {
  const models = useModels();
  const agents = useQuery({
    queryKey: ["agents", "choice"],
    queryFn: ({ signal }) => get("/v1/agents", { query: { limit: 100 }, signal }),
  });
  const networks = useQuery({
    queryKey: ["networks", "choice"],
    queryFn: ({ signal }) => get("/v1/networks", { query: { limit: 100 }, signal }),
  });
  const runnable = models.data?.data.filter((model) => model.family !== "vision") ?? [];
  return (
    <Field label="Who answers?" hint="y0-fast at once; y0-deep takes its time and checks itself">
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
          {runnable.length === 0 && <option value={value}>{value}</option>}
          <optgroup label="Models">
            {[...runnable]
              .sort(
                (one, other) =>
                  Number(one.snapshot ?? 0) - Number(other.snapshot ?? 0) ||
                  other.id.localeCompare(one.id),
              )
              .map((model) => (
                <option key={model.id} value={model.id}>
                  {model.id}
                </option>
              ))}
          </optgroup>
          {agents.data && agents.data.data.length > 0 && (
            <optgroup label="Agents">
              {agents.data.data.map((agent) => (
                <option key={agent.id} value={agent.id}>
                  {agent.name}
                </option>
              ))}
            </optgroup>
          )}
          {networks.data && networks.data.data.length > 0 && (
            <optgroup label="Networks">
              {networks.data.data.map((network) => (
                <option key={network.id} value={network.id}>
                  {network.name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      )}
    </Field>
  );
}

function Attachments({
  chosen,
  onChange,
}: {
  chosen: string[];
  onChange: (files: string[]) => void;
}) {
  const files = useQuery({
    queryKey: ["files", "choice"],
    queryFn: ({ signal }) => get("/v1/files", { query: { limit: 100 }, signal }),
  });
  const usable = files.data?.data.filter((file) => file.status !== "failed") ?? [];
  if (usable.length === 0) return null;
  return (
    <details className="attachments" open={chosen.length > 0}>
      <summary>Attach files{chosen.length > 0 ? ` (${chosen.length})` : ""}</summary>
      <Ticks
        legend="Files for this run alone"
        hint="Up to 16. What is attached is read whole, beside the sources."
        options={usable.map((file) => ({ value: file.id, name: file.filename }))}
        chosen={chosen}
        onChange={onChange}
      />
    </details>
  );
}
