// The audit log: who did what, under which right; verified here, without trusting the server.

import { useMemo } from "react";
import { get } from "../shared/api";
import { Field, Id, Scope, Status, Time } from "../shared/controls";
import { Empty } from "../shared/feedback";
import { Listed, Table, usePages } from "../shared/lists";
import { Page, Section } from "../shared/Page";
import { useQueryParameter } from "../shared/router";
import { useSettled } from "../shared/settled";
import { Receipt } from "./Receipt";
import { Verification, useVerification } from "./Verification";
import type { AuditEntry } from "./proofs";
import "./audit.css";

type Decision = AuditEntry["decision"];

export function AuditPage() {
  const [action, setAction] = useQueryParameter("action");
  const [resource, setResource] = useQueryParameter("resource");
  const [decision, setDecision] = useQueryParameter("decision");
  const filter = {
    action: useSettled(action.trim()) || undefined,
    resource: useSettled(resource.trim()) || undefined,
    decision: (decision || undefined) as Decision | undefined,
  };
  const pages = usePages({
    key: ["audit", filter],
    fetch: (after, signal) =>
      get("/v1/audit_log", { query: { ...filter, after, limit: 25 }, signal }),
  });
  const entries = useMemo(() => pages.data?.pages.flatMap((page) => page.data) ?? [], [pages.data]);
  const verification = useVerification(entries);
  return (
    <Page
      title="Audit log"
      lead="Every decision, allowed or denied, chained by hash under a signed tree. It holds ids, never content, and nothing in it can be quietly changed."
    >
      <Verification verification={verification} />
      <div className="filters">
        <Field label="Action">
          {(attributes) => (
            <input
              {...attributes}
              type="search"
              placeholder="runs.create"
              value={action}
              onChange={(event) => setAction(event.target.value)}
            />
          )}
        </Field>
        <div className="grow field">
          <Field label="About">
            {(attributes) => (
              <input
                {...attributes}
                type="search"
                placeholder="run_…, file_…, key_…"
                value={resource}
                onChange={(event) => setResource(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Field label="Decision">
          {(attributes) => (
            <select
              {...attributes}
              value={decision}
              onChange={(event) => setDecision(event.target.value)}
            >
              <option value="">any</option>
              <option>allowed</option>
              <option>denied</option>
            </select>
          )}
        </Field>
      </div>
      <Listed pages={pages} empty={<Empty title="No entry fits" />}>
        {(items) => (
          <Table
            label="Audit entries"
            numbers={[0]}
            columns={["No.", "When", "Action", "About", "Scope", "Decision", "Key"]}
          >
            {items.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                isProved={verification.data?.proved.has(entry.seq)}
              />
            ))}
          </Table>
        )}
      </Listed>
      <Section title="Receipts of erasures">
        <Receipt />
      </Section>
    </Page>
  );
}

function Entry({ entry, isProved }: { entry: AuditEntry; isProved: boolean | undefined }) {
  return (
    <tr title={`hash ${entry.hash}`}>
      <td className="number">
        {isProved && (
          <span className="proved" role="img" aria-label="proved">
            ✓
          </span>
        )}
        {entry.seq}
      </td>
      <td>
        <Time at={entry.at} />
      </td>
      <td>
        <code>{entry.action}</code>
      </td>
      <td>{entry.resource ? <Id id={entry.resource} /> : "–"}</td>
      <td>{entry.scope ? <Scope name={entry.scope} /> : "–"}</td>
      <td>
        <Status value={entry.decision} />
      </td>
      <td>{entry.key ? <Id id={entry.key} /> : <span className="soft">the service</span>}</td>
    </tr>
  );
}
