// What a call takes and answers: each field with its type, its limits and what it means.

import { Words } from "./Prose";
import { limitsOf, named, resolved, typeOf } from "./document";
import type { Document, Parameter, SchemaNode } from "./document";

export function Parameters({ title, parameters }: { title: string; parameters: Parameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <dl className="schema-fields">
        {parameters.map((parameter) => (
          <Entry
            key={parameter.in + parameter.name}
            name={parameter.name}
            type={describe(parameter)}
            schema={parameter.schema}
            description={parameter.description}
            isRequired={parameter.required}
          />
        ))}
      </dl>
    </>
  );
}

const describe = ({ schema, in: place }: Parameter): string =>
  place === "header" ? typeOf(schema) : `${typeOf(schema)}, in the ${place}`;

interface Properties {
  title: string;
  schema: SchemaNode;
  document: Document;
  isRequest?: boolean;
}

export function Fields({ title, schema, document, isRequest = false }: Properties) {
  const whole = resolved(schema, document);
  const required = new Set(isRequest ? (whole.required ?? []) : []);
  const fields = Object.entries(whole.properties ?? {});
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <dl className="schema-fields">
        {fields.map(([name, field]) => (
          <Entry
            key={name}
            name={name}
            type={typeOf(field)}
            schema={field}
            description={field.description}
            isRequired={required.has(name)}
            inner={named(field, document)}
            document={document}
          />
        ))}
      </dl>
    </>
  );
}

interface EntryProperties {
  name: string;
  type: string;
  schema: SchemaNode;
  description?: string;
  isRequired?: boolean;
  inner?: SchemaNode;
  document?: Document;
}

function Entry({ name, type, schema, description, isRequired, inner, document }: EntryProperties) {
  const limits = limitsOf(schema);
  return (
    <div>
      <dt>
        <code>{name}</code>
        {isRequired && <span className="required">required</span>}
      </dt>
      <dd>
        {description && (
          <p>
            <Words text={description} />
          </p>
        )}
        <p className="soft field-type">
          {type}
          {limits && `, ${limits}`}
        </p>
        {inner && document && (
          <details className="inner">
            <summary>Its fields</summary>
            <Fields title="" schema={inner} document={document} />
          </details>
        )}
      </dd>
    </div>
  );
}
