// One call: what it takes, what it answers, and the code that makes it.

import { useState } from "react";
import { Code } from "./Code";
import { Fields, Parameters } from "./Fields";
import { Prose } from "./Prose";
import { Samples } from "./Samples";
import { answerOf, firstContent } from "./document";
import type { Call, Document } from "./document";

interface Properties {
  call: Call;
  document: Document;
}

export function CallDetails({ call, document }: Properties) {
  const isNamed = () => location.hash === `#${call.operation.operationId}`;
  const [isOpen, setOpen] = useState(isNamed);
  const { method, path, operation } = call;
  return (
    <details
      className="call"
      id={operation.operationId}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={`method method-${method.toLowerCase()}`}>{method}</span>
        <code>{path}</code>
        <span className="call-summary">{operation.summary}</span>
      </summary>
      {isOpen && <Body call={call} document={document} />}
    </details>
  );
}

function Body({ call, document }: Properties) {
  const { operation } = call;
  const body = firstContent(operation.requestBody?.content);
  const { status, content } = answerOf(operation);
  const all = operation.parameters ?? [];
  const headers = all.filter((parameter) => parameter.in === "header");
  const parameters = all.filter((parameter) => parameter.in !== "header");
  return (
    <div className="call-body">
      <div className="call-fields">
        {operation.description && <Prose text={operation.description} />}
        <Parameters title="Parameters" parameters={parameters} />
        {body && <Fields title="Body" schema={body.schema} document={document} isRequest />}
        {content && (
          <Fields title={`Answer ${status}`} schema={content.schema} document={document} />
        )}
        <Parameters title="Headers" parameters={headers} />
        <Refusals call={call} />
      </div>
      <div className="call-samples">
        <Samples samples={operation["x-codeSamples"] ?? []} />
        {content?.example !== undefined && (
          <Code title={`Answer ${status}`} text={shown(content.example)} />
        )}
      </div>
    </div>
  );
}

function Refusals({ call }: { call: Call }) {
  const refusals = Object.entries(call.operation.responses).filter(([code]) => /^[45]/.test(code));
  return (
    <>
      <h3>Errors</h3>
      <p className="soft">
        {refusals.map(([status, { description }], n) => (
          <span key={status}>
            {n > 0 && ", "}
            {status}{" "}
            {[...description.matchAll(/`(\w+)`/g)].map(([, code]) => (
              <a key={code} href={`/docs/errors/${code}`}>
                {code}
              </a>
            ))}
          </span>
        ))}
      </p>
    </>
  );
}

const shown = (example: unknown): string =>
  typeof example === "string" ? example.trimEnd() : JSON.stringify(example, null, 2);
