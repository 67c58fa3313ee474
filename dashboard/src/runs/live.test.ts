// A run while it works: what each message adds.

import { expect, test } from "vitest";
import { after } from "./live";

const NOTHING = { entries: [], writing: "" };

test("entries are kept in order, and end what was being written", () => {
  const written = after(NOTHING, "delta", '{"text": "The ", "restarted": true}');
  const more = after(written, "delta", '{"text": "total", "restarted": false}');
  expect(more.writing).toBe("The total");
  expect(after(more, "delta", '{"text": "Anew", "restarted": true}').writing).toBe("Anew");
  const done = after(more, "result", '{"type": "result", "ms_total": 3}');
  expect(done).toEqual({ entries: [{ type: "result", ms_total: 3 }], writing: "" });
});

test("messages that are neither change nothing", () => {
  expect(after(NOTHING, "part", '{"part": {}}')).toBe(NOTHING);
});
