// Asking something: the prompt, who answers, what may be read, how far it may go.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FormEvent } from "react";
import { Problem, get } from "../shared/api";
import { Button, Field, Ticks } from "../shared/controls";
import { Refusal } from "../shared/feedback";
import { Page } from "../shared/Page";
import { useAddress } from "../shared/router";
import { Examples, SourceTicks } from "./SourceTicks";
import { isSubmit, submitKeys } from "./keyboard";
import { useAsk, useChoices, useRun } from "./queries";
import { EMPTY, draftOf } from "./request";
import type { Draft } from "./request";
import "./runs.css";

const LONGEST = 4000;

export function NewRunPage() {
  const given = useAddress().searchParams;
  const from = given.get("from") ?? "";
  const copied = useRun(from);
  const [draft, setDraft] = useState<Draft>({
    ...EMPTY,
    who: given.get("who") ?? EMPTY.who,
    prompt: given.get("prompt") ?? "",
    files: given.getAll("file"),
  });
  useEffect(() => {
    if (copied.data) setDraft(draftOf(copied.data));
  }, [copied.data?.id]);
  return (
    <Page
      title="New run"
      lead="A run reads only the sources you select and your key allows. It never changes, sends or books anything."
    >
      {copied.error && <Refusal error={copied.error} />}
      <RunForm draft={draft} setDraft={setDraft} />
    </Page>
  );
}

function RunForm({ draft, setDraft }: { draft: Draft; setDraft: (draft: Draft) => void }) {
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const ask = useAsk();
  const prompt = useRef<HTMLTextAreaElement>(null);
  const problem = ask.error instanceof Problem ? ask.error : null;
  const submit = (event: Pick<FormEvent, "preventDefault">) => {
    event.preventDefault();
    if (draft.prompt.trim() && !ask.isPending) ask.mutate(draft);
  };
  return (
    <form
      className="form"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (isSubmit(event)) submit(event);
      }}
    >
      <Field
        label="What should be done?"
        error={problem?.field("prompt")}
        hint={`${draft.prompt.length.toLocaleString("en")} of ${LONGEST.toLocaleString("en")} characters`}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            ref={prompt}
            required
            autoFocus
            maxLength={LONGEST}
            value={draft.prompt}
            onChange={(event) => change({ prompt: event.target.value })}
          />
        )}
      </Field>
      {draft.prompt === "" && (
        <Examples
          onChoose={(example) => {
            change(example);
            prompt.current?.focus();
          }}
        />
      )}
      <SourceTicks chosen={draft.context} onChange={(context) => change({ context })} />
      <div className="form-row">
        <Who value={draft.who} onChange={(who) => change({ who })} />
        <Field label="Most steps" error={problem?.field("max_steps")}>
          {(attributes) => (
            <input
              {...attributes}
              type="number"
              min={1}
              max={16}
              placeholder="default"
              value={draft.maxSteps ?? ""}
              onChange={({ target }) =>
                change({ maxSteps: target.value === "" ? null : Number(target.value) })
              }
            />
          )}
        </Field>
      </div>
      {ask.error && <Refusal error={ask.error} />}
      <div className="actions">
        <Button
          type="submit"
          kind="primary"
          isBusy={ask.isPending}
          disabled={draft.prompt.trim() === ""}
        >
          {ask.isPending ? "Working…" : "Run"}
        </Button>
        <span className="soft keyboard-only">or {submitKeys()}</span>
      </div>
      <Attachments chosen={draft.files} onChange={(files) => change({ files })} />
      <details className="attachments" open={draft.notes !== ""}>
        <summary>Add metadata</summary>
        <Field
          label="Metadata"
          hint="Up to 16 lines such as “team: home”. Use them to find runs and to split costs."
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
    </form>
  );
}

function Who({ value, onChange }: { value: string; onChange: (who: string) => void }) {
  const { models, agents, networks } = useChoices();
  const runnable = models.data?.data.filter((model) => model.family !== "vision") ?? [];
  const known = [
    ...runnable.map((model) => model.id),
    ...(agents.data?.data ?? []).map((agent) => agent.id),
    ...(networks.data?.data ?? []).map((network) => network.id),
  ];
  return (
    <Field label="Who answers?" hint="y0-fast answers at once. y0-deep runs in the background.">
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
          {!known.includes(value) && <option value={value}>{value}</option>}
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
          <Named label="Agents" things={agents.data?.data ?? []} />
          <Named label="Networks" things={networks.data?.data ?? []} />
        </select>
      )}
    </Field>
  );
}

function Named({ label, things }: { label: string; things: { id: string; name: string }[] }) {
  if (things.length === 0) return null;
  return (
    <optgroup label={label}>
      {things.map((thing) => (
        <option key={thing.id} value={thing.id}>
          {thing.name}
        </option>
      ))}
    </optgroup>
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
        legend="Files for this run"
        hint="Up to 16. Attached files are read whole, in addition to the sources."
        options={usable.map((file) => ({ value: file.id, name: file.filename }))}
        chosen={chosen}
        onChange={onChange}
      />
    </details>
  );
}
