// What a person would write with openapi-fetch and the types of openapi-typescript: run by a test.
//
// `node use_typescript.js http://127.0.0.1:8080 rw_…`, with `schema.d.ts` beside it.

import createClient from "openapi-fetch";
import type { paths } from "./schema";

const STATEMENT =
  "Date,Description,Amount,Currency\n2026-10-01,Rent Lisbon office,-1200.00,EUR\n";

const [url, key] = process.argv.slice(2);
const client = createClient<paths>({
  baseUrl: url,
  headers: { Authorization: `Bearer ${key}` },
});

function check(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new Error(what);
}

/** What was answered; an error of the service ends the program. */
function answered<T>({ data, error }: { data?: T; error?: unknown }): T {
  check(data !== undefined, `refused: ${JSON.stringify(error)}`);
  return data;
}

async function upload(): Promise<string> {
  const made = answered(
    await client.POST("/v1/files", {
      body: {
        file: new File([STATEMENT], "october.csv", { type: "text/csv" }),
        purpose: "context",
        metadata: { month: "October" },
      },
      bodySerializer: ({ file, purpose, metadata }) => {
        const form = new FormData();
        form.set("file", file, "october.csv");
        form.set("purpose", purpose);
        form.set("metadata", JSON.stringify(metadata));
        return form;
      },
    }),
  );
  const path = { id: made.id };
  const deadline = Date.now() + 60_000;
  let file = made;
  while (file.status === "processing") {
    check(Date.now() < deadline, "it is still being read");
    await new Promise((resolve) => setTimeout(resolve, 50));
    file = answered(await client.GET("/v1/files/{id}", { params: { path } }));
  }
  check(file.status === "processed" && file.metadata["month"] === "October", "it was not read");
  const content = answered(
    await client.GET("/v1/files/{id}/content", { params: { path }, parseAs: "blob" }),
  );
  check((await content.text()) === STATEMENT, "other bytes came back");
  return made.id;
}

async function runs(file: string): Promise<void> {
  const minimal = answered(
    await client.POST("/v1/runs", { body: { model: "y0-fast", prompt: "What is 2 + 2?" } }),
  );
  check(minimal.result !== undefined && minimal.error === undefined, "it has no result");
  const made = answered(
    await client.POST("/v1/runs", {
      body: {
        model: "y0-fast",
        prompt: "Export my October payments as CSV",
        context: ["finance"],
        files: [file],
      },
    }),
  );
  const path = { id: made.id };
  const run = answered(await client.GET("/v1/runs/{id}", { params: { path } }));
  const reads = (run.trace ?? []).flatMap((entry) =>
    entry.type === "context" ? [`${entry.source} by ${entry.scope}`] : [],
  );
  check(reads.join() === "finance by finance:read", `it read ${reads.join()}`);
  const [artifact] = run.result?.artifacts ?? [];
  check(artifact !== undefined, "it made nothing");
  const bytes = answered(
    await client.GET("/v1/artifacts/{id}/content", {
      params: { path: { id: artifact } },
      parseAs: "arrayBuffer",
    }),
  );
  check(bytes.byteLength > 0, "it made an empty file");
  answered(await client.DELETE("/v1/runs/{id}", { params: { path } }));
}

async function changes(): Promise<void> {
  const budget = { amount: "2.50", period: "day" } as const;
  const agent = answered(
    await client.POST("/v1/agents", {
      body: { name: "Clerk", instructions: "Be brief.", budget },
    }),
  );
  const renamed = answered(
    await client.PATCH("/v1/agents/{id}", {
      params: { path: { id: agent.id } },
      body: { name: "Scribe" },
    }),
  );
  check(renamed.name === "Scribe" && renamed.budget !== null, "the agent lost its budget");
  const made = answered(
    await client.POST("/v1/keys", {
      body: { name: "k", scopes: ["runs:read"], rate_limit: "60/min", budget },
    }),
  );
  const path = { id: made.id };
  const named = answered(
    await client.PATCH("/v1/keys/{id}", { params: { path }, body: { name: "l" } }),
  );
  check(named.rate_limit === "60/min" && named.budget !== null, "the key lost its limits");
  const freed = answered(
    await client.PATCH("/v1/keys/{id}", { params: { path }, body: { budget: null } }),
  );
  check(freed.budget === null && freed.rate_limit === "60/min", "null took the wrong thing away");
}

const file = await upload();
await runs(file);
await changes();
answered(await client.DELETE("/v1/files/{id}", { params: { path: { id: file } } }));
