// The project that the keys belong to: its name, and the time zone that answers speak in.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Problem, get, patch } from "../shared/api";
import type { Schema } from "../shared/api";
import { Button, Field } from "../shared/controls";
import { Found, Refusal } from "../shared/feedback";

type Project = Schema<"ProjectShape">;

export function ProjectSettings() {
  const projects = useQuery({
    queryKey: ["projects"],
    queryFn: ({ signal }) => get("/v1/projects", { signal }),
  });
  return (
    <Found query={projects}>
      {({ data: [project] }) => project && <ProjectForm key={project.id} project={project} />}
    </Found>
  );
}

function ProjectForm({ project }: { project: Project }) {
  const [name, setName] = useState(project.name);
  const [zone, setZone] = useState(project.time_zone);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      patch("/v1/projects/{id}", { path: { id: project.id }, body: { name, time_zone: zone } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["projects"] }),
  });
  const problem = change.error instanceof Problem ? change.error : null;
  const isChanged = name !== project.name || zone !== project.time_zone;
  return (
    <form
      className="form card"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <div className="form-row">
        <Field label="Name of the project" error={problem?.field("name")}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              required
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Time zone"
          hint="“Today” in a prompt, and days in charts"
          error={problem?.field("time_zone")}
        >
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              required
              list="time-zones"
              value={zone}
              onChange={(event) => setZone(event.target.value)}
            />
          )}
        </Field>
        <datalist id="time-zones">
          {Intl.supportedValuesOf("timeZone").map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      </div>
      {change.error && <Refusal error={change.error} />}
      <div className="actions">
        <Button type="submit" isBusy={change.isPending} disabled={!isChanged}>
          Save
        </Button>
        <span role="status" className="soft">
          {change.isSuccess && !isChanged ? "Saved." : ""}
        </span>
      </div>
    </form>
  );
}
