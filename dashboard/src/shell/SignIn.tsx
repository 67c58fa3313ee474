// Signing in with a key: by the link of the first start, or typed here.

import { useState } from "react";
import type { FormEvent } from "react";
import { readProblem } from "../shared/api";
import { Button, Field } from "../shared/controls";
import { session } from "../shared/session";
import { Mark } from "./Mark";

export function SignIn() {
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState<string | null>(session.reason);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const refused = await whyRefused(key.trim());
    setBusy(false);
    if (refused === null) session.begin(key.trim());
    setProblem(refused);
  };

  return (
    <main className="sign-in">
      <form className="card" onSubmit={(event) => void submit(event)}>
        <h1>
          <Mark /> Runwright
        </h1>
        <p className="soft">
          Runs tasks, and can prove what was read and done. Sign in with a key of this server.
        </p>
        <Field
          label="Key"
          error={problem ?? undefined}
          hint="It stays in this tab until you close it or sign out."
        >
          {(attributes) => (
            <input
              {...attributes}
              type="password"
              autoComplete="off"
              spellCheck={false}
              placeholder="rw_…"
              autoFocus
              required
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={key.trim() === ""}>
          {isBusy ? "Signing in…" : "Sign in"}
        </Button>
        <details>
          <summary>Where do I find a key?</summary>
          <div className="prose">
            <p>
              The first start shows the owner key once on the terminal, with a link that signs you
              in. Without a terminal it is in the file <code>owner.key</code> of the data folder.
            </p>
            <p>
              Lost it? On the server’s machine,{" "}
              <code>runwright keys create --name me --scopes all</code> makes another.
            </p>
          </div>
        </details>
      </form>
    </main>
  );
}

/** Why the server does not take a key; null when it does. */
async function whyRefused(key: string): Promise<string | null> {
  if (!/^[\x21-\x7e]+$/.test(key)) return "A key has no spaces and no special characters.";
  try {
    const answer = await fetch("/v1/versions", { headers: { Authorization: `Bearer ${key}` } });
    if (answer.ok) return null;
    if (answer.status === 401) return "The server does not know this key.";
    return readProblem(answer.status, await answer.text(), null).message;
  } catch {
    return "The server does not answer. Is it running?";
  }
}
