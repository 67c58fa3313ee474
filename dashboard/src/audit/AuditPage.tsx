// The audit log: who did what, under which right; verified here, without trusting the server.

import { useMemo } from "react";
import { get } from "../shared/api";
import { Choice, Field, Moment, Named, Scope, Status } from "../shared/controls";
import { Empty } from "../shared/feedback";
import { shortId } from "../shared/format";
import { Listed, Table, usePages } from "../shared/lists";
import { useKeyList, useNames } from "../shared/names";
import { Page, Section } from "../shared/Page";
import { useQueryParameter } from "../shared/router";
import { useSettled } from "../shared/settled";
import { Receipt } from "./Receipt";
import { Verification, useVerification } from "./Verification";
import type { AuditEntry } from "./proofs";
import "./audit.css";

type Decision = AuditEntry["decision"];

const READS = [
  { value: "others", name: "Without my reads" },
  { value: "none", name: "Changes and denials" },
  { value: "all", name: "Everything" },
] as const;
type Reads = (typeof READS)[number]["value"];

export function AuditPage() {
  const [action, setAction] = useQueryParameter("action");
  const [resource, setResource] = useQueryParameter("resource");
  const [decision, setDecision] = useQueryParameter("decision");
  const [key, setKey] = useQueryParameter("key");
  const [named, setReads] = useQueryParameter("reads");
  const reads: Reads = READS.find(({ value }) => value === named)?.value ?? "others";
  const filter = {
    action: useSettled(action.trim()) || undefined,
    resource: useSettled(resource.trim()) || undefined,
    decision: (decision || undefined) as Decision | undefined,
    key: key || undefined,
    reads,
  };
  const pages = usePages({
    key: ["audit", filter],
    fetch: (after, signal) =>
      get("/v1/audit_log", { query: { ...filter, after, limit: 25 }, signal }),
  });
  const entries = useMemo(() => pages.data?.pages.flatMap((page) => page.data) ?? [], [pages.data]);
  const verification = useVerification(entries);
  const nameOf = useNames(["keys", "agents", "files"]);
  return (
    <Page
      title="Audit log"
      lead="Every decision, allowed or denied, in a hash chain under a signed tree. The log holds ids, never content, and no entry can be changed without a trace."
    >
      <Verification verification={verification} />
      <div className="audit-filters">
        <Choice label="Entries" options={READS} value={reads} onChange={setReads} />
        <div className="filters">
          <SearchField
            label="Action"
            placeholder="runs.create"
            value={action}
            onChange={setAction}
          />
          <SearchField
            label="Resource"
            placeholder="run_…, file_…, key_…"
            value={resource}
            onChange={setResource}
          />
          <KeyField value={key} onChange={setKey} />
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
      </div>
      <Listed pages={pages} empty={<Empty title="No entries match" />}>
        {(items) => (
          <Table
            label="Audit entries"
            numbers={[0]}
            columns={["No.", "Time", "Key", "Action", "Resource", "Scope", "Decision"]}
          >
            {items.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                nameOf={nameOf}
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

interface SearchProperties {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

function SearchField({ label, placeholder, value, onChange }: SearchProperties) {
  return (
    <div className="grow field">
      <Field label={label}>
        {(attributes) => (
          <input
            {...attributes}
            type="search"
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

/** One key of those that are there; one that is gone can still stand in the address. */
function KeyField({ value, onChange }: Pick<SearchProperties, "value" | "onChange">) {
  const keys = useKeyList();
  const isGone = value !== "" && !keys.some(([id]) => id === value);
  return (
    <Field label="Key">
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">any</option>
          {isGone && <option value={value}>{shortId(value)}</option>}
          {keys.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface EntryProperties {
  entry: AuditEntry;
  nameOf: (id: string) => string;
  isProved: boolean | undefined;
}

function Entry({ entry, nameOf, isProved }: EntryProperties) {
  const reason = entry.detail["reason"];
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
        <Moment at={entry.at} />
      </td>
      <td>
        {entry.key ? (
          <Named id={entry.key} name={nameOf(entry.key)} />
        ) : (
          <span className="soft">the service</span>
        )}
      </td>
      <td>
        <code>{entry.action}</code>
      </td>
      <td>{entry.resource ? <Named id={entry.resource} name={nameOf(entry.resource)} /> : "–"}</td>
      <td>{entry.scope ? <Scope name={entry.scope} /> : "–"}</td>
      <td>
        <Status value={entry.decision} />
        {typeof reason === "string" && <span className="soft aside">{reason}</span>}
      </td>
    </tr>
  );
}
