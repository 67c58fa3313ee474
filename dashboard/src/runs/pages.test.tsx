import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { markupOf, textOf } from "../shared/markup";
import { ComparePage } from "./ComparePage";
import { NewRunPage } from "./NewRunPage";
import type { Run } from "./types";

const RUN = {
  id: "run_1",
  object: "run",
  status: "completed",
  answered: true,
  model: "y0-fast",
  created_at: "2026-11-16T10:00:00Z",
  request: { prompt: "What did I spend in May?", context: ["finance"], files: [] },
  result: { summary: "You spent €120.00 in May 2026." },
  usage: { ms_total: 12, cost: "0.01", currency: "USD" },
  steps_used: 1,
} as unknown as Run;
const OTHER = {
  ...RUN,
  id: "run_2",
  model: "y0-deep",
  result: { summary: "You spent €130.00 in May 2026." },
} as Run;

/** A page at an address, with what the service would have answered. */
function shown(page: ReactElement, address: string) {
  const href = `http://127.0.0.1${address}`;
  vi.stubGlobal("location", new URL(href));
  vi.stubGlobal("document", { getElementById: () => null });
  vi.stubGlobal("navigator", { platform: "Linux" });
  const client = new QueryClient();
  client.setQueryData(["models"], {
    data: [
      { id: "y0-fast", family: "text" },
      { id: "eye", family: "vision" },
    ],
  });
  client.setQueryData(["files", "choice"], {
    data: [{ id: "file_1", filename: "lease.pdf", status: "processed" }],
  });
  for (const run of [RUN, OTHER]) client.setQueryData(["runs", run.id], run);
  return <QueryClientProvider client={client}>{page}</QueryClientProvider>;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a new run cannot be sent without a prompt, and offers examples instead", () => {
  const markup = markupOf(shown(<NewRunPage />, "/runs/new"));
  expect(markup.match(/<button[^>]*type="submit"[^>]*>/)?.[0]).toContain("disabled");
  expect(markup).toContain("0 of 4,000 characters");
});

test("a new run begins with what its address says", () => {
  const page = shown(<NewRunPage />, "/runs/new?prompt=How+much+is+the+rent%3F&file=file_1");
  const markup = markupOf(page);
  expect(markup).toContain("How much is the rent?</textarea>");
  expect(markup.match(/<button[^>]*type="submit"[^>]*>/)?.[0]).not.toContain("disabled");
  expect(textOf(page)).toContain("Attach files (1)");
  expect(textOf(page)).toContain("lease.pdf");
});

test("models that only look at pictures answer nothing", () => {
  const markup = markupOf(shown(<NewRunPage />, "/runs/new"));
  expect(markup).toContain(">y0-fast</option>");
  expect(markup).not.toContain(">eye</option>");
});

test("two runs stand side by side, and the rows that differ are marked", () => {
  const markup = markupOf(shown(<ComparePage />, "/runs/compare?one=run_1&other=run_2"));
  const rows = [...markup.matchAll(/<tr( class="differs")?><th scope="row">([A-Za-z ]+)/g)];
  const differing = rows.filter(([, differs]) => differs).map(([, , name]) => name?.trim());
  expect(differing).toEqual(["Answer", "Model"]);
  expect(markup).toContain("€120.00");
  expect(markup).toContain("€130.00");
});

test("without a second run, one is chosen to compare with", () => {
  const text = textOf(shown(<ComparePage />, "/runs/compare?one=run_1"));
  expect(text).toContain("Compare What did I spend in May? with:");
});
