import { expect, test } from "vitest";
import { graphOf, isNoise } from "./graph";
import type { Item } from "./queries";

function item(id: string, names: string[]): Item {
  return {
    id,
    object: "context_item",
    source: "finance",
    kind: "transaction",
    text: id,
    file: "file_1",
    page: null,
    at: null,
    amount: null,
    currency: null,
    facts: { kind: "transaction" },
    entities: names.map((name) => ({ id: `ent_${name}`, kind: "organisation", name })),
  };
}

test("a name that several items mention stands once, the most mentioned first", () => {
  const graph = graphOf([item("a", ["Lidl"]), item("b", ["REWE"]), item("c", ["REWE", "Berlin"])]);
  expect(graph.mentions.map(({ name }) => name)).toEqual(["REWE", "Lidl", "Berlin"]);
  expect(graph.items.map(({ id }) => id)).toEqual(["b", "a", "c"]);
  expect(graph.mentions[0]?.items).toEqual([0, 2]);
});

test("currencies and file names connect nothing, and items without names are left out", () => {
  const graph = graphOf([item("a", ["EUR", "lease.html"]), item("b", []), item("c", ["Ana"])]);
  expect(graph.mentions.map(({ name }) => name)).toEqual(["Ana"]);
  expect(graph.items.map(({ id }) => id)).toEqual(["c"]);
  expect(["EUR", "voice-memo.wav", "REWE"].map(isNoise)).toEqual([true, true, false]);
});

test("a large graph is cut to what can be read", () => {
  const many = Array.from({ length: 200 }, (_, n) => item(`i${n}`, [`n${n % 60}`]));
  const graph = graphOf(many);
  expect(graph.mentions.length).toBeLessThanOrEqual(30);
  expect(graph.items).toHaveLength(40);
});
