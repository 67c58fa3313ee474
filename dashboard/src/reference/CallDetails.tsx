// One call: what it takes, what it answers, and how to make it.

import { useState } from "react";
import { Copy } from "../shared/controls";
import { curlOf, limitsOf, resolved, typeOf } from "./document";
import type { Call, Document, Parameter, SchemaNode } from "./document";

interface Properties {
  call: Call;
  document: Document;
}

export function CallDetails({ call, document }: Properties) {
  const [isOpen, setOpen] = useState(false);
  const { method, path, operation } = call;
  return (
    <details className="call" onToggle={(event) => setOpen(event.currentTarget.open)}>
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
  const body = firstSchema(operation.requestBody?.content);
  const [status, success] =
    Object.entries(operation.responses).find(([code]) => code.startsWith("2")) ?? [];
  const answer = firstSchema(success?.content);
  const refusals = Object.entries(operation.responses).filter(([code]) => /^[45]/.test(code));
  const curl = curlOf(call, location.origin);
  return (
    <div className="call-body">
      {operation.description && <p>{plain(operation.description)}</p>}
      <Parameters parameters={operation.parameters ?? []} />
      {body && <Fields title="Body" schema={body} document={document} />}
      {answer && <Fields title={`Answer ${status}`} schema={answer} document={document} />}
      <p className="soft">
        Can be refused with{" "}
        {refusals.map(([code, { description }], n) => (
          <span key={code}>
            {n > 0 && ", "}
            {code} {plain(description)}
          </span>
        ))}
      </p>
      <div className="curl">
        <pre tabIndex={0}>{curl}</pre>
        <Copy text={curl} what="command" />
      </div>
    </div>
  );
}

function describe(parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(", ");
}

const plain = (text: string): string => text.replaceAll("`", "");

function firstSchema(content: Record<string, { schema: SchemaNode }> | undefined) {
  return Object.values(content ?? {})[0]?.schema;
}

function Parameters({ parameters }: { parameters: Parameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <>
      <h3>Parameters</h3>
      <dl className="schema-fields">
        {parameters.map((parameter) => (
          <div key={parameter.in + parameter.name}>
            <dt>
              <code>{parameter.name}</code>
            </dt>
            <dd>
              {describe([
                parameter.in,
                typeOf(parameter.schema),
                limitsOf(parameter.schema),
                parameter.required && "needed",
              ])}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Fields({
  title,
  schema,
  document,
}: {
  title: string;
  schema: SchemaNode;
  document: Document;
}) {
  const whole = resolved(schema, document);
  const needed = new Set(whole.required ?? []);
  return (
    <>
      <h3>
        {title} <span className="soft">{typeOf(schema)}</span>
      </h3>
      <dl className="schema-fields">
        {Object.entries(whole.properties ?? {}).map(([name, field]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {describe([
                typeOf(field),
                limitsOf(field),
                title === "Body" && needed.has(name) && "needed",
              ])}
              {field.description && <span className="soft"> {field.description}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
