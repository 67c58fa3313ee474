// The project's keys: what each may do, who uses it, and creating, rotating and revoking them.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { post, remove } from "../shared/api";
import { Button, Scope, Secret, Time } from "../shared/controls";
import { AskingButton } from "../shared/Dialog";
import { Empty, Refusal } from "../shared/feedback";
import { money } from "../shared/format";
import { Listed } from "../shared/lists";
import { Page, Section } from "../shared/Page";
import { Link } from "../shared/router";
import { NewKey } from "./NewKey";
import { useKeys } from "./queries";
import type { Key } from "./queries";
import { ALL_SCOPES } from "./scopes";
import "./keys.css";

export function KeysPage() {
  const [isMaking, setMaking] = useState(false);
  const keys = useKeys();
  return (
    <Page
      title="Keys"
      lead="A key may do what its scopes allow, and nothing else. Give each program a key of its own."
      actions={
        <>
          <Link to="/login" className="button">
            Approve a command line
          </Link>
          {!isMaking && (
            <Button kind="primary" onClick={() => setMaking(true)}>
              New key
            </Button>
          )}
        </>
      }
    >
      {isMaking && (
        <Section title="New key">
          <NewKey onClose={() => setMaking(false)} />
        </Section>
      )}
      <Listed pages={keys} empty={<Empty title="No keys" />}>
        {(items) => (
          <ul className="key-list">
            {items.map((key) => (
              <li key={key.id} className="card">
                <OneKey apiKey={key} maker={makerOf(key, items)} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </Page>
  );
}

/** Who created a key, by name; a key that is gone has only its id. */
function makerOf(key: Key, keys: Key[]): string | null {
  if (key.created_by === null) return null;
  return keys.find((each) => each.id === key.created_by)?.name ?? "a revoked key";
}

function OneKey({ apiKey, maker }: { apiKey: Key; maker: string | null }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ["keys"] });
  const path = { id: apiKey.id };
  const rotate = useMutation({
    mutationFn: () => post("/v1/keys/{id}/rotate", { path, body: {} }),
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: () => remove("/v1/keys/{id}", { path }),
    onSuccess: refresh,
  });
  return (
    <>
      <div className="key-head">
        <div>
          <h2>
            {apiKey.name} {apiKey.is_current && <span className="badge you">This is you</span>}
          </h2>
          <p className="soft">
            <code>{apiKey.id}</code>
          </p>
        </div>
        <div className="actions">
          <Link to={`/audit?key=${apiKey.id}&reads=all`} className="button">
            Activity
          </Link>
          <Button isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
            New secret
          </Button>
          <AskingButton
            name="Revoke"
            title={`Revoke ${apiKey.name}?`}
            action="Revoke the key"
            mutation={revoke}
          >
            <p>
              Anything that uses this key is refused at once, and its running runs end.
              {apiKey.is_current && (
                <strong> You are signed in with it and will be signed out.</strong>
              )}
            </p>
          </AskingButton>
        </div>
      </div>
      {rotate.data?.secret && <Secret secret={rotate.data.secret} what="new secret" />}
      {rotate.error && <Refusal error={rotate.error} />}
      <KeyFacts apiKey={apiKey} maker={maker} />
      <p className="scopes">
        {ALL_SCOPES.every((scope) => apiKey.scopes.includes(scope))
          ? "Every scope"
          : apiKey.scopes.map((scope) => <Scope key={scope} name={scope} />)}
      </p>
    </>
  );
}

function KeyFacts({ apiKey, maker }: { apiKey: Key; maker: string | null }) {
  return (
    <p className="key-facts soft">
      <span>
        {apiKey.last_used_at ? (
          <>
            Last used <LastUse at={apiKey.last_used_at} />
          </>
        ) : (
          "Never used"
        )}
      </span>
      <span>
        Created <Time at={apiKey.created_at} /> {maker ? `by ${maker}` : "on the server"}
      </span>
      {apiKey.expires_at && (
        <span>
          Expires <Time at={apiKey.expires_at} />
        </span>
      )}
      <span>API version {apiKey.version}</span>
      {apiKey.rate_limit && <span>{apiKey.rate_limit} requests</span>}
      {apiKey.budget && (
        <span>
          Budget {money(apiKey.budget.amount, "")} a {apiKey.budget.period}
        </span>
      )}
    </p>
  );
}

const HOUR = 3_600_000;

/** The hour of the last use is all that is stored. */
function LastUse({ at }: { at: string }) {
  if (Date.now() - Date.parse(at) < 2 * HOUR) return "within the last hour";
  return <Time at={at} />;
}
