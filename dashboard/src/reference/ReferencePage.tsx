// The API reference, drawn from the service's own OpenAPI document.

import { useQuery } from "@tanstack/react-query";
import { Field } from "../shared/controls";
import { Empty, Found } from "../shared/feedback";
import { Page, Section } from "../shared/Page";
import { useQueryParameter } from "../shared/router";
import { CallDetails } from "./CallDetails";
import { callsOf, grouped } from "./document";
import type { Call, Document } from "./document";
import "./reference.css";

async function fetchDocument(): Promise<Document> {
  const answer = await fetch("/openapi.json");
  return (await answer.json()) as Document;
}

export function ReferencePage() {
  const document = useQuery({
    queryKey: ["openapi"],
    queryFn: fetchDocument,
    staleTime: Infinity,
  });
  return (
    <Page
      title="API reference"
      lead={
        <>
          Every call, with its fields, an example and code to copy. The code reads{" "}
          <code>RUNWRIGHT_URL</code> and <code>RUNWRIGHT_API_KEY</code>. See also the{" "}
          <a href="/docs">guides</a>, <a href="/docs/errors">errors</a>,{" "}
          <a href="/docs/versions">versions</a> and the <a href="/openapi.json">OpenAPI document</a>
          .
        </>
      }
    >
      <Found query={document}>{(found) => <Calls document={found} />}</Found>
    </Page>
  );
}

function Calls({ document }: { document: Document }) {
  const [wanted, setWanted] = useQueryParameter("find");
  const calls = callsOf(document).filter((call) => fits(call, wanted.toLowerCase()));
  return (
    <>
      <Field label="Search">
        {(attributes) => (
          <input
            {...attributes}
            type="search"
            placeholder="runs, webhook, proof…"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        )}
      </Field>
      {calls.length === 0 && <Empty title="No calls found" />}
      {grouped(calls).map(([tag, some]) => (
        <Section key={tag} title={tag.replaceAll("_", " ")} id={tag}>
          <div className="calls">
            {some.map((call) => (
              <CallDetails key={call.operation.operationId} call={call} document={document} />
            ))}
          </div>
        </Section>
      ))}
    </>
  );
}

function fits({ method, path, operation }: Call, wanted: string): boolean {
  return `${method} ${path} ${operation.summary}`.toLowerCase().includes(wanted);
}
