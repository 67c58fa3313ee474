// Approving a command line that asks to sign in: the person types the code that it shows, sees
// who asks, and says what its key may do.

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { get, post, remove } from "../shared/api";
import type { Schema } from "../shared/api";
import { Button, Field, Time } from "../shared/controls";
import { Empty, Refusal } from "../shared/feedback";
import { Page } from "../shared/Page";
import { ScopePicker } from "../keys/ScopePicker";
import { type ScopeName, USUAL_SCOPES } from "../keys/scopes";
import "../keys/keys.css";

type Login = Schema<"LoginShape">;

export function DevicePage() {
  const [login, setLogin] = useState<Login>();
  const [outcome, setOutcome] = useState<"approved" | "refused">();
  return (
    <Page
      title="Approve a command line"
      back={{ to: "/keys", name: "Keys" }}
      lead="A terminal that runs “runwright login” shows a code. Enter it here to give that terminal a key."
    >
      {login === undefined && <TypeCode onFound={setLogin} />}
      {login !== undefined && outcome === undefined && (
        <Decide login={login} onDecided={setOutcome} />
      )}
      {outcome === "approved" && (
        <Empty title="Approved">
          <p>{login?.name} receives its key in a moment. You can revoke it on the Keys page.</p>
        </Empty>
      )}
      {outcome === "refused" && (
        <Empty title="Refused">
          <p>No key was issued, and the command line has been notified.</p>
        </Empty>
      )}
    </Page>
  );
}

function TypeCode({ onFound }: { onFound: (login: Login) => void }) {
  const [code, setCode] = useState("");
  const looking = useMutation({
    mutationFn: () => get("/v1/auth/approvals/{id}", { path: { id: code.trim().toUpperCase() } }),
    onSuccess: onFound,
  });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        looking.mutate();
      }}
    >
      <Field
        label="Code"
        hint="Enter a code only if you started the command yourself, on your own machine. Nobody else should ask you for it."
      >
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            className="device-code"
            required
            autoFocus
            autoComplete="off"
            spellCheck={false}
            placeholder="XXXX-XXXX"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      {looking.error && <Refusal error={looking.error} />}
      <div className="actions">
        <Button
          type="submit"
          kind="primary"
          isBusy={looking.isPending}
          disabled={code.trim() === ""}
        >
          Continue
        </Button>
      </div>
    </form>
  );
}

function Decide({
  login,
  onDecided,
}: {
  login: Login;
  onDecided: (outcome: "approved" | "refused") => void;
}) {
  const [scopes, setScopes] = useState<ScopeName[]>(USUAL_SCOPES);
  const { user_code } = login;
  const approval = useMutation({
    mutationFn: () => post("/v1/auth/approvals", { body: { user_code, scopes } }),
    onSuccess: () => onDecided("approved"),
  });
  const refusal = useMutation({
    mutationFn: () => remove("/v1/auth/approvals/{id}", { path: { id: user_code } }),
    onSuccess: () => onDecided("refused"),
  });
  const error = approval.error ?? refusal.error;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        approval.mutate();
      }}
    >
      <div className="card" role="group" aria-label="Request">
        <p>
          <strong>{login.name}</strong> asks from <strong>{login.address}</strong>,{" "}
          <Time at={login.created_at} />.
        </p>
        <p>If this is not the machine in front of you, refuse.</p>
      </div>
      <ScopePicker chosen={scopes} onChange={setScopes} />
      {error && <Refusal error={error} />}
      <div className="actions">
        <Button
          type="submit"
          kind="primary"
          isBusy={approval.isPending}
          disabled={scopes.length === 0}
        >
          Approve
        </Button>
        <Button kind="danger" isBusy={refusal.isPending} onClick={() => refusal.mutate()}>
          Refuse
        </Button>
      </div>
    </form>
  );
}
