// The project's keys: what each may do, and making, changing, rotating and revoking them.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { get, post, remove } from "../shared/api";
import type { Schema } from "../shared/api";
import { Button, Scope, Secret, Time } from "../shared/controls";
import { Confirm } from "../shared/Dialog";
import { Empty, Refusal } from "../shared/feedback";
import { money } from "../shared/format";
import { Listed, usePages } from "../shared/lists";
import { Page, Section } from "../shared/Page";
import { Link } from "../shared/router";
import { NewKey } from "./NewKey";
import { ProjectSettings } from "./ProjectSettings";
import { ALL_SCOPES } from "./scopes";
import "./keys.css";

type Key = Schema<"KeyShape">;

export function KeysPage() {
  const [isMaking, setMaking] = useState(false);
  const keys = usePages({
    key: ["keys"],
    fetch: (after, signal) => get("/v1/keys", { query: { after, limit: 50 }, signal }),
  });
  return (
    <Page
      title="Keys"
      lead="A key may do what its scopes say, and nothing else. Give each program one of its own."
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
      <Listed pages={keys} empty={<Empty title="This key sees no keys" />}>
        {(items) => (
          <ul className="key-list">
            {items.map((key) => (
              <li key={key.id} className="card">
                <OneKey apiKey={key} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
      <Section title="Project">
        <ProjectSettings />
      </Section>
    </Page>
  );
}

function OneKey({ apiKey }: { apiKey: Key }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ["keys"] });
  const path = { id: apiKey.id };
  const rotate = useMutation({
    mutationFn: () => post("/v1/keys/{id}/rotate", { path, body: {} }),
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: () => remove("/v1/keys/{id}", { path }),
    onSuccess: () => {
      setAsking(false);
      return refresh();
    },
  });
  return (
    <>
      <div className="key-head">
        <div>
          <h2>{apiKey.name}</h2>
          <p className="soft">
            <code>{apiKey.id}</code>
          </p>
        </div>
        <div className="actions">
          <Button isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
            New secret
          </Button>
          <Button kind="danger" onClick={() => setAsking(true)}>
            Revoke
          </Button>
        </div>
      </div>
      {rotate.data?.secret && <Secret secret={rotate.data.secret} what="new secret" />}
      {rotate.error && <Refusal error={rotate.error} />}
      <p className="key-facts soft">
        <span>
          made <Time at={apiKey.created_at} />
        </span>
        <span>API {apiKey.version}</span>
        {apiKey.expires_at && (
          <span>
            until <Time at={apiKey.expires_at} />
          </span>
        )}
        {apiKey.rate_limit && <span>{apiKey.rate_limit}</span>}
        {apiKey.budget && (
          <span>
            at most {money(apiKey.budget.amount, "")} a {apiKey.budget.period}
          </span>
        )}
      </p>
      <p className="scopes">
        {ALL_SCOPES.every((scope) => apiKey.scopes.includes(scope))
          ? "Every scope"
          : apiKey.scopes.map((scope) => <Scope key={scope} name={scope} />)}
      </p>
      {isAsking && (
        <Confirm
          title={`Revoke ${apiKey.name}?`}
          action="Revoke the key"
          mutation={revoke}
          onClose={() => setAsking(false)}
        >
          <p>
            Whatever uses it is refused at once, and runs that work for it end. If it is the key
            that you are signed in with, you are signed out.
          </p>
        </Confirm>
      )}
    </>
  );
}
