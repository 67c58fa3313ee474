// The project: its name, the time zone that its days are counted in, the currency of its amounts.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Problem, get, patch } from "../shared/api";
import type { Schema } from "../shared/api";
import { Button, Facts, Field, Time } from "../shared/controls";
import { Found, Refusal } from "../shared/feedback";
import { moment } from "../shared/format";
import { Page, Section } from "../shared/Page";
import { session, useWho } from "../shared/session";

type Project = Schema<"ProjectShape">;

export function SettingsPage() {
  const projects = useQuery({
    queryKey: ["projects"],
    queryFn: ({ signal }) => get("/v1/projects", { signal }),
  });
  return (
    <Page
      title="Project settings"
      lead="These settings apply to every key and every run of this project."
    >
      <Found query={projects}>
        {({ data: [project] }) => project && <ProjectForm key={project.id} project={project} />}
      </Found>
      <Section title="This session">
        <SessionFacts />
      </Section>
    </Page>
  );
}

interface Draft {
  name: string;
  time_zone: string;
  currency: string;
}

function ProjectForm({ project }: { project: Project }) {
  const stored: Draft = {
    name: project.name,
    time_zone: project.time_zone,
    currency: project.currency ?? "",
  };
  const [draft, setDraft] = useState(stored);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      patch("/v1/projects/{id}", {
        path: { id: project.id },
        body: { ...draft, currency: draft.currency.trim().toUpperCase() || null },
      }),
    onSuccess: () => Promise.all([client.invalidateQueries(), session.look()]),
  });
  const problem = change.error instanceof Problem ? change.error : null;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored);
  const field = (name: keyof Draft, label: string, hint: string, list?: string) => (
    <Field label={label} hint={hint} error={problem?.field(name)}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          required={name !== "currency"}
          list={list}
          value={draft[name]}
          onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <form
      className="form card"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      {field("name", "Project name", "Shown in the sidebar")}
      <div className="form-row">
        {field(
          "time_zone",
          "Time zone",
          "Decides what “today” means, and the times in answers and charts",
          "zones",
        )}
        {field("currency", "Currency", "For amounts whose file names none, such as EUR")}
      </div>
      <datalist id="zones">
        {["UTC", ...Intl.supportedValuesOf("timeZone")].map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {change.error && <Refusal error={change.error} />}
      <div className="actions">
        <Button type="submit" kind="primary" isBusy={change.isPending} disabled={!isChanged}>
          Save
        </Button>
        <span role="status" className="soft">
          {change.isSuccess && !isChanged ? "Saved." : ""}
        </span>
      </div>
    </form>
  );
}

function SessionFacts() {
  const who = useWho();
  if (who === null) return null;
  return (
    <Facts
      facts={[
        ["Signed in with", who.key.name],
        ["Signed in until", who.expires_at ? moment(who.expires_at) : "you close this tab"],
        ["Project created", <Time at={who.project.created_at} />],
        ["Project id", <code className="whole-id">{who.project.id}</code>],
        ["Server version", who.service],
      ]}
    />
  );
}
