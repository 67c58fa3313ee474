import { expect, test } from "vitest";
import { boxOf, graphOf, layOut } from "./graph";
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

const ITEMS = [item("a", ["REWE"]), item("b", ["REWE", "Berlin"]), item("c", ["Lidl"])];

test("an entity that several items mention is one node", () => {
  const graph = graphOf(ITEMS);
  expect(graph.nodes.map((node) => node.label)).toEqual(["a", "REWE", "b", "Berlin", "c", "Lidl"]);
  expect(graph.nodes[1]?.degree).toBe(2);
  expect(graph.edges).toHaveLength(4);
});

test("the same graph is laid out the same way, with neighbours nearer than strangers", () => {
  const graph = graphOf(ITEMS);
  const points = layOut(graph);
  expect(layOut(graph)).toEqual(points);
  const apart = (one: number, other: number) =>
    Math.hypot(points[one]!.x - points[other]!.x, points[one]!.y - points[other]!.y);
  expect(apart(0, 1)).toBeLessThan(apart(0, 4));
  expect(apart(4, 5)).toBeLessThan(apart(1, 5));
});

test("the box holds every point", () => {
  expect(
    boxOf(
      [
        { x: -10, y: 0 },
        { x: 10, y: 5 },
      ],
      5,
    ),
  ).toEqual({ left: -15, top: -5, width: 30, height: 15 });
  expect(boxOf([], 5)).toEqual({ left: -5, top: -5, width: 10, height: 10 });
});
