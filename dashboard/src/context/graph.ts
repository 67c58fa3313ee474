// Items and whom they mention, as a graph; and where its nodes come to rest.

import type { Item } from "./queries";

export interface Node {
  id: string;
  kind: "item" | "entity";
  label: string;
  /** How many edges it has. */
  degree: number;
}

export interface Edge {
  from: number;
  to: number;
}

export interface Graph {
  nodes: Node[];
  edges: Edge[];
}

export interface Point {
  x: number;
  y: number;
}

export function graphOf(items: Item[]): Graph {
  const nodes: Node[] = [];
  const edges: Edge[] = [];
  const places = new Map<string, number>();
  const place = (id: string, kind: Node["kind"], label: string): number => {
    const known = places.get(id);
    if (known !== undefined) return known;
    places.set(id, nodes.length);
    return nodes.push({ id, kind, label, degree: 0 }) - 1;
  };
  for (const item of items) {
    const from = place(item.id, "item", item.text);
    for (const entity of item.entities) {
      const to = place(entity.id, "entity", entity.name);
      edges.push({ from, to });
      nodes[from]!.degree += 1;
      nodes[to]!.degree += 1;
    }
  }
  return { nodes, edges };
}

const ROUNDS = 260;
const DISTANCE = 42;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Positions in which neighbours are near and others apart; the same for the same graph. */
export function layOut({ nodes, edges }: Graph): Point[] {
  const points = nodes.map((_, n) => {
    const radius = DISTANCE * 0.6 * Math.sqrt(n + 1);
    return { x: radius * Math.cos(n * GOLDEN_ANGLE), y: radius * Math.sin(n * GOLDEN_ANGLE) };
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const pushes = points.map(({ x, y }) => ({ x: -x * 0.03, y: -y * 0.045 }));
    repel(points, pushes);
    attract(points, edges, pushes);
    const step = DISTANCE * 0.5 * (1 - round / ROUNDS) + 0.2;
    points.forEach((point, n) => move(point, pushes[n]!, step));
  }
  return points;
}

function repel(points: Point[], pushes: Point[]): void {
  for (let one = 0; one < points.length; one += 1)
    for (let other = one + 1; other < points.length; other += 1) {
      const dx = points[one]!.x - points[other]!.x;
      const dy = points[one]!.y - points[other]!.y;
      const force = (DISTANCE * DISTANCE) / Math.max(dx * dx + dy * dy, 1);
      pushes[one]!.x += dx * force * 0.06;
      pushes[one]!.y += dy * force * 0.06;
      pushes[other]!.x -= dx * force * 0.06;
      pushes[other]!.y -= dy * force * 0.06;
    }
}

function attract(points: Point[], edges: Edge[], pushes: Point[]): void {
  for (const { from, to } of edges) {
    const dx = points[to]!.x - points[from]!.x;
    const dy = points[to]!.y - points[from]!.y;
    const distance = Math.hypot(dx, dy) || 1;
    const force = ((distance - DISTANCE) / distance) * 0.12;
    pushes[from]!.x += dx * force;
    pushes[from]!.y += dy * force;
    pushes[to]!.x -= dx * force;
    pushes[to]!.y -= dy * force;
  }
}

function move(point: Point, push: Point, most: number): void {
  const length = Math.hypot(push.x, push.y);
  const share = length > most ? most / length : 1;
  point.x += push.x * share;
  point.y += push.y * share;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest box that holds every point, with a margin. */
export function boxOf(points: Point[], margin = 40): Box {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [left, top] = [Math.min(...xs, 0) - margin, Math.min(...ys, 0) - margin];
  const [right, bottom] = [Math.max(...xs, 0) + margin, Math.max(...ys, 0) + margin];
  return { left, top, width: right - left, height: bottom - top };
}
