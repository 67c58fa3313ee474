// The OpenAPI document, as far as the reference shows it.

export interface SchemaNode {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: boolean | SchemaNode;
  required?: string[];
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: SchemaNode;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: SchemaNode }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: SchemaNode }> }
  >;
}

export interface Document {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, SchemaNode> };
}

export interface Call {
  method: string;
  path: string;
  operation: Operation;
}

export function callsOf(document: Document): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** Calls by their first tag, in the order of the document. */
export function grouped(calls: Call[]): [string, Call[]][] {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const tag = call.operation.tags[0] ?? "other";
    groups.set(tag, [...(groups.get(tag) ?? []), call]);
  }
  return [...groups];
}

const refName = (ref: string): string => ref.split("/").pop() ?? ref;

/** What a schema stands for, when it points to another one. */
export function resolved(schema: SchemaNode, document: Document): SchemaNode {
  if (schema.$ref === undefined) return schema;
  return document.components.schemas[refName(schema.$ref)] ?? {};
}

/** A schema in a few words: "string", "list of integer", "day | month", "RunShape". */
export function typeOf(schema: SchemaNode): string {
  if (schema.$ref) return refName(schema.$ref);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => String(value)).join(" | ");
  if (schema.type === "array") return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === "object" && typeof schema.additionalProperties === "object")
    return `names with ${typeOf(schema.additionalProperties)}`;
  return String(schema.type ?? "anything");
}

/** What a value must keep to: "1 to 4000 characters", "1 to 16". */
export function limitsOf(schema: SchemaNode): string {
  const { minLength, maxLength, minimum, maximum } = schema;
  if (maxLength !== undefined) return `${minLength ?? 0} to ${maxLength} characters`;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  return "";
}

/** A command that makes the call. */
export function curlOf({ method, path, operation }: Call, origin: string): string {
  const lines = [`curl -s ${method === "GET" ? "" : `-X ${method} `}"${origin}${path}"`];
  lines.push('-H "Authorization: Bearer $KEY"');
  const content = operation.requestBody?.content ?? {};
  if ("application/json" in content) lines.push('-H "Content-Type: application/json"', "-d '{…}'");
  if ("multipart/form-data" in content) lines.push("-F file=@statement.csv -F purpose=context");
  return lines.join(" \\\n  ");
}
