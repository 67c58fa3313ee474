// Asking again, editing and following up begin with what a run was asked.

import { expect, test } from "vitest";
import { EMPTY, draftOf, followUpOf, requestOf } from "./request";
import type { Run } from "./types";

const RUN = {
  id: "run_1",
  model: "y0-deep",
  max_steps: 6,
  metadata: { team: "home" },
  request: {
    prompt: "What did I spend?",
    context: ["finance"],
    files: ["file_1"],
    previous_run: "run_0",
    output_schema: null,
  },
} as unknown as Run;

test("asking again sends the same request to the same model", () => {
  expect(requestOf(draftOf(RUN))).toEqual({
    who: "y0-deep",
    body: {
      prompt: "What did I spend?",
      context: ["finance"],
      files: ["file_1"],
      max_steps: 6,
      metadata: { team: "home" },
      previous_run: "run_0",
    },
  });
});

test("an agent’s run is asked of the agent, a network’s of the network", () => {
  expect(draftOf({ ...RUN, agent: "ag_1", network: "net_1" }).who).toBe("ag_1");
  expect(draftOf({ ...RUN, network: "net_1" }).who).toBe("net_1");
});

test("a follow-up names the run, keeps its sources and leaves its files", () => {
  const { body } = requestOf(followUpOf(RUN, "And in May?"));
  expect(body).toMatchObject({
    prompt: "And in May?",
    context: ["finance"],
    files: [],
    previous_run: "run_1",
  });
});

test("a new run leaves the number of steps to the server", () => {
  expect(requestOf({ ...EMPTY, prompt: "What is 2 + 2?" }).body).not.toHaveProperty("max_steps");
  expect(requestOf({ ...EMPTY, maxSteps: 3 }).body).toHaveProperty("max_steps", 3);
});
