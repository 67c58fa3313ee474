import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { markupOf, textOf } from "../shared/markup";
import { FilterBar } from "./FilterBar";
import type { Filters } from "./filters";

function shown(filters: Filters) {
  const client = new QueryClient();
  client.setQueryData(["models"], { data: [{ id: "y0-fast" }, { id: "y0-deep" }] });
  return (
    <QueryClientProvider client={client}>
      <FilterBar filters={filters} />
    </QueryClientProvider>
  );
}

beforeEach(() => {
  vi.stubGlobal("location", { href: "http://127.0.0.1/runs" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("the search field shows what was searched for", () => {
  const markup = markupOf(shown({ q: "rent", model: "y0-deep" }));
  expect(markup).toMatch(/<input[^>]*type="search"[^>]*value="rent"/);
  expect(markup).toContain('<option selected="">y0-deep</option>');
});

test("further filters are counted and open, and closed where there are none", () => {
  expect(markupOf(shown({ model: "y0-fast", from: "2026-11-01" }))).toContain('<details open="">');
  expect(textOf(shown({ model: "y0-fast", from: "2026-11-01" }))).toContain("More filters (2)");
  expect(markupOf(shown({ q: "rent" }))).not.toContain('<details open="">');
});

test("runs of one file say so, with a way back to all", () => {
  expect(textOf(shown({ file: "file_1" }))).toContain("Only runs that read");
  expect(textOf(shown({ file: "file_1" }))).toContain("Show all");
  expect(textOf(shown({}))).not.toContain("Show all");
});
