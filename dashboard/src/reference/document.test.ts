import { expect, test } from "vitest";
import { curlOf, grouped, limitsOf, typeOf } from "./document";
import type { Call } from "./document";

test("schemas are named in a few words", () => {
  expect(typeOf({ $ref: "#/components/schemas/RunShape" })).toBe("RunShape");
  expect(typeOf({ type: "array", items: { type: "string" } })).toBe("list of string");
  expect(typeOf({ anyOf: [{ enum: ["day", "month"] }, { type: "null" }] })).toBe(
    "day | month | null",
  );
  expect(typeOf({ type: "object", additionalProperties: { type: "string" } })).toBe(
    "names with string",
  );
  expect(typeOf({})).toBe("anything");
});

test("limits are said only when there are any", () => {
  expect(limitsOf({ minLength: 1, maxLength: 4000 })).toBe("1 to 4000 characters");
  expect(limitsOf({ minimum: 1, maximum: 16 })).toBe("1 to 16");
  expect(limitsOf({ type: "string" })).toBe("");
});

const call = (method: string, tag: string, type?: string): Call => ({
  method,
  path: "/v1/runs",
  operation: {
    operationId: tag,
    summary: "",
    tags: [tag],
    responses: {},
    ...(type ? { requestBody: { content: { [type]: { schema: {} } } } } : {}),
  },
});

test("calls are kept together by what they are about", () => {
  const groups = grouped([call("GET", "runs"), call("GET", "files"), call("POST", "runs")]);
  expect(groups.map(([tag, calls]) => [tag, calls.length])).toEqual([
    ["runs", 2],
    ["files", 1],
  ]);
});

test("a command shows the body that the call takes", () => {
  expect(curlOf(call("GET", "runs"), "http://x")).not.toContain("-X");
  expect(curlOf(call("POST", "runs", "application/json"), "http://x")).toContain("-d '{…}'");
  expect(curlOf(call("POST", "files", "multipart/form-data"), "http://x")).toContain("-F file=");
});
