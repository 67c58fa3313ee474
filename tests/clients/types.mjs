// Makes `schema.d.ts` of an OpenAPI document: `node types.mjs http://…/openapi.json schema.d.ts`.
// Bytes become a Blob, as the documentation of openapi-typescript shows it.

import { writeFile } from "node:fs/promises";
import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";

const [source, target] = process.argv.slice(2);
const BLOB = ts.factory.createTypeReferenceNode(ts.factory.createIdentifier("Blob"));
const types = await openapiTypescript(new URL(source), {
  transform: (schema) => (schema.format === "binary" ? BLOB : undefined),
});
await writeFile(target, astToString(types));
