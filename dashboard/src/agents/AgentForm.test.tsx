import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { Problem } from "../shared/api";
import { markupOf, textOf } from "../shared/markup";
import { AgentForm } from "./AgentForm";
import type { Agent } from "./queries";

const MODELS = {
  data: [
    { id: "y0-fast", family: "text" },
    { id: "eye", family: "vision" },
  ],
};
const AGENT = {
  name: "Bookkeeper",
  instructions: "Only use finance.",
  model: "an-older-model",
  budget: { amount: "0.50", period: "month" },
} as Agent;

function shown(given: { agent?: Agent; error?: unknown; isPending?: boolean } = {}) {
  const client = new QueryClient();
  client.setQueryData(["models"], MODELS);
  const mutation = { mutate: () => {}, isPending: given.isPending ?? false, error: given.error };
  return (
    <QueryClientProvider client={client}>
      <AgentForm agent={given.agent} action="Create" mutation={mutation} onClose={() => {}} />
    </QueryClientProvider>
  );
}

test("an empty form cannot be sent, and one that is filled in can", () => {
  const submit = (markup: string) => markup.match(/<button[^>]*type="submit"[^>]*>/)?.[0];
  expect(submit(markupOf(shown()))).toContain("disabled");
  expect(submit(markupOf(shown({ agent: AGENT })))).not.toContain("disabled");
});

test("a new version begins with what the last one says", () => {
  const markup = markupOf(shown({ agent: AGENT }));
  expect(markup).toContain('value="Bookkeeper"');
  expect(markup).toContain("Only use finance.");
  expect(markup).toContain('value="0.50"');
  expect(markup).toContain('<option selected="">month</option>');
});

test("a model can be chosen that thinks in words, and the one that was chosen before", () => {
  const markup = markupOf(shown({ agent: AGENT }));
  expect(markup).toContain('<option selected="">an-older-model</option>');
  expect(markup).toContain("<option>y0-fast</option>");
  expect(markup).not.toContain("eye");
});

test("a refusal is shown at its field", () => {
  const error = new Problem(422, "invalid", "Not accepted", { name: ["is taken"] });
  expect(textOf(shown({ error }))).toContain("is taken");
});
