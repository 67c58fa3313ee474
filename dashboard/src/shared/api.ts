// The one way to the service: typed by its own OpenAPI document, with the credentials of the signed-in user.

import { connection } from "./connection";
import type { components, paths } from "./schema";
import { session } from "./session";

export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

type Method = "get" | "post" | "patch" | "delete";
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type JsonOf<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type Answer<Operation> = Operation extends { responses: infer R }
  ? JsonOf<R[Extract<keyof R, 200 | 201>]>
  : never;
type Query<Operation> = Operation extends { parameters: { query?: infer Q } } ? Q : never;
type PathParameters<Operation> = Operation extends { parameters: { path: infer P } } ? P : never;
type Body<Operation> = Operation extends { requestBody?: infer B } ? JsonOf<NonNullable<B>> : never;

interface Options<Operation> {
  path?: PathParameters<Operation>;
  query?: Query<Operation>;
  body?: Body<Operation>;
  signal?: AbortSignal;
}

/** What the service refused, in its own words. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Record<string, string[]> = {},
    readonly requestId: string | null = null,
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }

  /** What is wrong with one field of a form, if anything. */
  field(name: string): string | undefined {
    return this.fields[name]?.join("; ");
  }
}

export const get = <P extends PathsWith<"get">>(path: P, options: Options<paths[P]["get"]> = {}) =>
  call<Answer<paths[P]["get"]>>("GET", path, options);

export const post = <P extends PathsWith<"post">>(
  path: P,
  options: Options<paths[P]["post"]> = {},
) => call<Answer<paths[P]["post"]>>("POST", path, options);

export const patch = <P extends PathsWith<"patch">>(
  path: P,
  options: Options<paths[P]["patch"]> = {},
) => call<Answer<paths[P]["patch"]>>("PATCH", path, options);

export const remove = <P extends PathsWith<"delete">>(
  path: P,
  options: Options<paths[P]["delete"]> = {},
) => call<Answer<paths[P]["delete"]>>("DELETE", path, options);

/** An answer that is not JSON: a file's bytes, or a stream. */
export async function raw(
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const { address, headers } = session.carry(path);
  let response: Response;
  try {
    response = await fetch(address, { ...init, headers: { ...init.headers, ...headers } });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    void connection.doubt();
    throw new Problem(0, "unreachable", "The server does not answer. Is it running?");
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

interface AnyOptions {
  path?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
}

async function call<Result>(method: string, path: string, options: AnyOptions): Promise<Result> {
  const headers: Record<string, string> = {};
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["Idempotency-Key"] = crypto.randomUUID?.() ?? `${Math.random()}`;
  const address = addressOf(path, options.path as Values, options.query as Values);
  const response = await raw(address, {
    method,
    headers,
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal,
  });
  return (await response.json()) as Result;
}

type Values = Record<string, unknown> | undefined;

/** A path with its parameters filled in, and its query behind it. */
export function addressOf(path: string, parameters: Values = {}, query: Values = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name])),
  );
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  if (pairs.length === 0) return filled;
  return `${filled}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

/** What an answer that is no success says. */
export async function problemOf(response: Response): Promise<Problem> {
  const retryAfter = Number(response.headers.get("Retry-After")) || null;
  const problem = readProblem(response.status, await response.text(), retryAfter);
  if (problem.status === 401) session.end("Your session has ended. Sign in again.");
  return problem;
}

/** The same, from a body that was read already. */
export function readProblem(status: number, text: string, retryAfter: number | null): Problem {
  try {
    const { error } = JSON.parse(text) as Schema<"ErrorEnvelope">;
    return new Problem(
      error.status,
      error.code,
      error.message,
      error.errors ?? {},
      error.request_id,
      retryAfter,
    );
  } catch {
    return new Problem(status, "unreadable", `The server answered ${status} without a reason.`);
  }
}
