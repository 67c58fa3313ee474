import { describe, expect, test } from "vitest";
import { addressOf, readProblem } from "./api";
import { match } from "./router";
import { Parser } from "./stream";

test("addresses are filled in and escaped", () => {
  expect(addressOf("/v1/runs/{id}", { id: "a/b" })).toBe("/v1/runs/a%2Fb");
  expect(addressOf("/v1/runs", {}, { after: undefined, limit: 5, status: "" })).toBe(
    "/v1/runs?limit=5",
  );
});

test("a refusal is read from the one envelope, and anything else is said plainly", () => {
  const envelope = {
    error: {
      status: 400,
      code: "invalid_request",
      message: "No.",
      errors: { prompt: ["must be"] },
    },
  };
  const problem = readProblem(400, JSON.stringify(envelope), 3);
  expect([problem.code, problem.field("prompt"), problem.retryAfter]).toEqual([
    "invalid_request",
    "must be",
    3,
  ]);
  expect(readProblem(502, "<html>", null).message).toContain("502");
});

test("patterns fit whole paths", () => {
  expect(match("/runs/:id", "/runs/run_1")).toEqual({ id: "run_1" });
  expect(match("/runs/:id", "/runs/")).toBeNull();
  expect(match("/runs/:id", "/runs/a/b")).toBeNull();
  expect(match("/runs", "/runs")).toEqual({});
});

describe("a stream of events", () => {
  test("is read in whatever pieces it comes", () => {
    const parser = new Parser();
    const text = 'id: 1\nevent: plan\ndata: {"a":\ndata: 1}\n\n: still here\n\nid: 2\ndata: x\n\n';
    const messages = [...text].flatMap((sign) => parser.push(sign));
    expect(messages).toEqual([
      { id: "1", event: "plan", data: '{"a":\n1}' },
      { id: "2", event: "message", data: "x" },
    ]);
  });
});
