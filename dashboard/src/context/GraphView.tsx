// The graph, drawn. The lists beside it say the same, so it is hidden from screen readers.

import { useMemo, useState } from "react";
import type { CSSProperties } from "react";
import type { Item } from "./queries";
import { boxOf, graphOf, layOut } from "./graph";
import type { Graph, Node, Point } from "./graph";

interface Properties {
  items: Item[];
  chosen: string;
  onEntity: (id: string) => void;
}

export function GraphView({ items, chosen, onEntity }: Properties) {
  const graph = useMemo(() => graphOf(items.filter((item) => item.entities.length > 0)), [items]);
  const points = useMemo(() => layOut(graph), [graph]);
  const box = boxOf(points);
  // Signs and letters keep their size on the screen, however large the graph is.
  const unit = Math.max(box.width / 640, box.height / 420);
  const named = useMemo(() => namedIn(graph, points, unit), [graph, points, unit]);
  const [hovered, setHovered] = useState<number | null>(null);
  const near = useMemo(() => neighbours(graph, hovered), [graph, hovered]);
  if (graph.nodes.length === 0) return null;
  return (
    <svg
      className="graph"
      viewBox={`${box.left} ${box.top} ${box.width} ${box.height}`}
      style={{ "--unit": unit } as CSSProperties}
      aria-hidden="true"
    >
      <g className="graph-edges">
        {graph.edges.map(({ from, to }, n) => (
          <line
            key={n}
            x1={points[from]!.x}
            y1={points[from]!.y}
            x2={points[to]!.x}
            y2={points[to]!.y}
            className={hovered === from || hovered === to ? "near" : ""}
          />
        ))}
      </g>
      {graph.nodes.map((node, n) => (
        <g
          key={node.id}
          transform={`translate(${points[n]!.x} ${points[n]!.y})`}
          className={`graph-node ${node.kind} ${node.id === chosen ? "chosen" : ""} ${
            hovered !== null && !near.has(n) ? "far" : ""
          }`}
          onMouseEnter={() => setHovered(n)}
          onMouseLeave={() => setHovered(null)}
          onClick={() => node.kind === "entity" && onEntity(node.id)}
        >
          <title>{node.label}</title>
          <circle r={radiusOf(node) * unit} />
          {node.kind === "entity" && (hovered === null ? named : near).has(n) && (
            <text y={-(radiusOf(node) + 5) * unit}>{shorten(node.label)}</text>
          )}
        </g>
      ))}
    </svg>
  );
}

const NAME_WIDTH = 120;
const NAME_HEIGHT = 16;

function radiusOf(node: Node): number {
  return node.kind === "item" ? 2.5 : 4 + Math.min(7, Math.sqrt(node.degree) * 1.5);
}

/** Which entities bear their names: those at what is pointed at, or else as many as have room. */
function namedIn(graph: Graph, points: Point[], unit: number): Set<number> {
  const entities = graph.nodes
    .map((node, n) => ({ node, n }))
    .filter(({ node }) => node.kind === "entity")
    .sort((one, other) => other.node.degree - one.node.degree);
  const placed: number[] = [];
  for (const { n } of entities) {
    const isFree = placed.every(
      (other) =>
        Math.abs(points[n]!.x - points[other]!.x) > NAME_WIDTH * unit ||
        Math.abs(points[n]!.y - points[other]!.y) > NAME_HEIGHT * unit,
    );
    if (isFree) placed.push(n);
  }
  return new Set(placed);
}

function neighbours(graph: Graph, hovered: number | null): Set<number> {
  if (hovered === null) return new Set();
  const near = graph.edges.flatMap(({ from, to }) =>
    from === hovered ? [to] : to === hovered ? [from] : [],
  );
  return new Set([hovered, ...near]);
}

function shorten(label: string): string {
  return label.length > 24 ? `${label.slice(0, 23)}…` : label;
}
