import { expect, test } from "vitest";
import { answerOf, grouped, limitsOf, named, typeOf } from "./document";
import type { Call } from "./document";

test("schemas are named in a few words", () => {
  expect(typeOf({ $ref: "#/components/schemas/RunShape" })).toBe("Run");
  expect(typeOf({ type: "array", items: { type: "string" } })).toBe("list of string");
  expect(typeOf({ anyOf: [{ enum: ["day", "month"] }, { type: "null" }] })).toBe(
    "day | month | null",
  );
  expect(typeOf({ type: "object", additionalProperties: { type: "string" } })).toBe(
    "object of string",
  );
  expect(typeOf({})).toBe("any");
});

test("limits are said only when there are any", () => {
  expect(limitsOf({ minLength: 1, maxLength: 4000 })).toBe("1 to 4000 characters");
  expect(limitsOf({ minimum: 1, maximum: 16 })).toBe("1 to 16");
  expect(limitsOf({ type: "string" })).toBe("");
});

const call = (method: string, tag: string): Call => ({
  method,
  path: "/v1/runs",
  operation: {
    operationId: tag,
    summary: "",
    tags: [tag],
    responses: {},
  },
});

test("calls are kept together by what they are about", () => {
  const groups = grouped([call("GET", "runs"), call("GET", "files"), call("POST", "runs")]);
  expect(groups.map(([tag, calls]) => [tag, calls.length])).toEqual([
    ["runs", 2],
    ["files", 1],
  ]);
});

test("an answer is the success, with its example", () => {
  const content = { "application/json": { schema: {}, example: { id: "run_1" } } };
  const responses = { "400": { description: "" }, "201": { description: "", content } };
  const found = answerOf({ ...call("POST", "runs").operation, responses });
  expect(found).toEqual({ status: "201", content: content["application/json"] });
});

test("a field that refers to one other schema shows that one's fields", () => {
  const schemas = { Run: { properties: { id: {} } }, Scope: { enum: ["a"] } };
  const document = { info: { version: "" }, paths: {}, components: { schemas } };
  const run = { $ref: "#/components/schemas/Run" };
  expect(named(run, document)).toEqual(run);
  expect(named({ type: "array", items: run }, document)).toEqual(run);
  expect(named({ anyOf: [run, { type: "null" }] }, document)).toEqual(run);
  expect(named({ $ref: "#/components/schemas/Scope" }, document)).toBeUndefined();
  expect(named({ type: "string" }, document)).toBeUndefined();
});
