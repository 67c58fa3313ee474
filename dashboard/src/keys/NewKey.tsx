// Creating a key; its secret is shown once.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Problem, post } from "../shared/api";
import { Button, Field, Secret } from "../shared/controls";
import { Refusal } from "../shared/feedback";
import { ScopePicker } from "./ScopePicker";
import type { ScopeName } from "./scopes";

export function NewKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<ScopeName[]>(["runs:read", "runs:write"]);
  const [expires, setExpires] = useState("");
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () =>
      post("/v1/keys", {
        body: {
          name,
          scopes,
          expires_at: expires ? new Date(`${expires}T00:00:00Z`).toISOString() : null,
        },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["keys"] }),
  });
  if (make.data?.secret)
    return (
      <>
        <Secret secret={make.data.secret} what="key" />
        <div className="actions">
          <Button onClick={onClose}>Done</Button>
        </div>
      </>
    );
  const problem = make.error instanceof Problem ? make.error : null;
  return (
    <form
      className="form card"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <div className="form-row">
        <Field
          label="Name"
          hint="The person or program that will use it"
          error={problem?.field("name")}
        >
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              required
              autoFocus
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Expires"
          hint="Empty: valid until you revoke it"
          error={problem?.field("expires_at")}
        >
          {(attributes) => (
            <input
              {...attributes}
              type="date"
              value={expires}
              onChange={(event) => setExpires(event.target.value)}
            />
          )}
        </Field>
      </div>
      <ScopePicker chosen={scopes} onChange={setScopes} />
      {make.error && <Refusal error={make.error} />}
      <div className="actions">
        <Button
          type="submit"
          kind="primary"
          isBusy={make.isPending}
          disabled={!name || scopes.length === 0}
        >
          Create key
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
