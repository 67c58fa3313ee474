// The graph, drawn: names on the left, what mentions them on the right, a line for each mention.

import { useMemo, useState } from "react";
import type { Item } from "./queries";
import { graphOf } from "./graph";
import type { Graph } from "./graph";

interface Properties {
  items: Item[];
  chosen: string;
  onEntity: (id: string) => void;
}

const ROW = 34;

export function GraphView({ items, chosen, onEntity }: Properties) {
  const graph = useMemo(() => graphOf(items), [items]);
  const [pointed, setPointed] = useState<string | null>(null);
  if (graph.mentions.length === 0)
    return (
      <p className="soft">None of these items mention a person, a place or an organisation.</p>
    );
  const near = pointed ?? (chosen || null);
  const lit = new Set(graph.mentions.find(({ id }) => id === near)?.items);
  return (
    <div className="links" role="group" aria-label="Who and what is mentioned where">
      <ul className="links-names">
        {graph.mentions.map(({ id, name, items: own }) => (
          <li key={id}>
            <button
              type="button"
              title={name}
              aria-pressed={id === chosen}
              onMouseEnter={() => setPointed(id)}
              onMouseLeave={() => setPointed(null)}
              onFocus={() => setPointed(id)}
              onBlur={() => setPointed(null)}
              onClick={() => onEntity(id === chosen ? "" : id)}
            >
              <span>{name}</span> <span className="soft">{own.length}</span>
            </button>
          </li>
        ))}
      </ul>
      <Lines graph={graph} near={near} />
      <ul className="links-items">
        {graph.items.map((item, n) => (
          <li
            key={item.id}
            className={`tone-${item.source} ${lit.size > 0 && !lit.has(n) ? "far" : ""}`}
          >
            <span title={item.text}>{item.text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Lines({ graph, near }: { graph: Graph; near: string | null }) {
  const rows = Math.max(graph.mentions.length, graph.items.length);
  const height = rows * ROW;
  const y = (place: number) => place * ROW + ROW / 2;
  return (
    <svg
      className="links-lines"
      viewBox={`0 0 100 ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {graph.mentions.flatMap(({ id, items }, place) =>
        items.map((item) => (
          <path
            key={`${id} ${item}`}
            className={near === null ? "" : near === id ? "near" : "far"}
            d={`M0 ${y(place)}C50 ${y(place)} 50 ${y(item)} 100 ${y(item)}`}
          />
        )),
      )}
    </svg>
  );
}
