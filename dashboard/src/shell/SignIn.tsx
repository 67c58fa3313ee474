// Signing in with a key: by the link of the first start, or typed here.

import { useState } from "react";
import type { FormEvent } from "react";
import { Button, Field } from "../shared/controls";
import { session } from "../shared/session";
import { Mark } from "./Mark";

export function SignIn({ reason }: { reason: string | null }) {
  const [key, setKey] = useState("");
  const [inTabAlone, setInTabAlone] = useState(false);
  const [problem, setProblem] = useState<string | null>(reason);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(await session.begin(key.trim(), inTabAlone));
    setBusy(false);
  };

  return (
    <main className="sign-in">
      <form className="card" onSubmit={(event) => void submit(event)}>
        <h1>
          <Mark /> Runwright
        </h1>
        <p className="soft">
          Ask questions about your own files, and see exactly what was read to answer them.
        </p>
        <Field
          label="Key"
          error={problem ?? undefined}
          hint={
            inTabAlone
              ? "The key stays in this tab until you close it or sign out."
              : "You stay signed in on this browser for 12 hours, in every tab."
          }
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
        <label className="tick">
          <input
            type="checkbox"
            checked={inTabAlone}
            onChange={(event) => setInTabAlone(event.target.checked)}
          />{" "}
          Only in this tab, without a cookie
        </label>
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={key.trim() === ""}>
          {isBusy ? "Signing in…" : "Sign in"}
        </Button>
        <details>
          <summary>Where do I find a key?</summary>
          <div className="prose">
            <p>
              The first start prints the owner key once, with a link that signs you in. Without a
              terminal, the key is in the file <code>owner.key</code> in the data folder.
            </p>
            <p>
              Lost it? Run <code>runwright keys create --name me --scopes all</code> on the server.
            </p>
          </div>
        </details>
      </form>
    </main>
  );
}
