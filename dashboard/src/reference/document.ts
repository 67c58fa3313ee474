// The OpenAPI document, as far as the reference shows it.

export interface SchemaNode {
  $ref?: string;
  type?: string | string[];
  format?: string;
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

export interface Content {
  schema: SchemaNode;
  example?: unknown;
}

export interface Sample {
  label: string;
  source: string;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
  "x-codeSamples"?: Sample[];
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

const refName = (ref: string): string => (ref.split("/").pop() ?? ref).replace(/Shape$/, "");
const definition = (ref: string): string => ref.split("/").pop() ?? ref;

/** What a schema stands for, when it points to another one. */
export function resolved(schema: SchemaNode, document: Document): SchemaNode {
  if (schema.$ref === undefined) return schema;
  return document.components.schemas[definition(schema.$ref)] ?? {};
}

export function firstContent(content: Record<string, Content> | undefined): Content | undefined {
  return Object.values(content ?? {})[0];
}

/** The success of a call, and what it carries. */
export function answerOf({ responses }: Operation): { status: string; content?: Content } {
  const [status, success] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? [];
  return { status: status ?? "", content: firstContent(success?.content) };
}

/** The schema with fields of its own that a field, or each entry of its list, refers to. */
export function named(schema: SchemaNode, document: Document): SchemaNode | undefined {
  const choices = schema.anyOf ?? schema.oneOf ?? [schema.items ?? schema];
  const refs = choices.map((choice) => choice.items ?? choice).filter((choice) => choice.$ref);
  const only = refs.length === 1 ? refs[0] : undefined;
  return only && resolved(only, document).properties ? only : undefined;
}

/** A schema in a few words: "string", "list of integers", "day | month", "RunShape". */
export function typeOf(schema: SchemaNode): string {
  if (schema.$ref) return refName(schema.$ref);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => String(value)).join(" | ");
  if (schema.type === "array") return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === "object" && typeof schema.additionalProperties === "object")
    return `object of ${typeOf(schema.additionalProperties)}`;
  if (schema.format === "date-time") return "timestamp";
  return String(schema.type ?? "any");
}

/** What a value must keep to: "1 to 4000 characters", "1 to 16". */
export function limitsOf(schema: SchemaNode): string {
  const { minLength, maxLength, minimum, maximum } = schema;
  if (maxLength !== undefined) return `${minLength ?? 0} to ${maxLength} characters`;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  return "";
}
