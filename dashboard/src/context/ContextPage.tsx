// What runs can read: searched over every source first, then as a list or as a graph.

import * as Tabs from "@radix-ui/react-tabs";
import { FileName } from "../files/FileName";
import { Button, Choice, Field, Source } from "../shared/controls";
import { Empty, Found } from "../shared/feedback";
import { count, day, number } from "../shared/format";
import { Page } from "../shared/Page";
import { Link, useQueryParameter } from "../shared/router";
import { useSettled } from "../shared/settled";
import type { ContextSource } from "../runs/types";
import { GraphView } from "./GraphView";
import { isNoise } from "./graph";
import { MOST, useEntities, useItems, useSources } from "./queries";
import type { Entity, Item, Items, Wish } from "./queries";
import "./context.css";

export function ContextPage() {
  const sources = useSources();
  const [named, setSource] = useQueryParameter("source");
  const [q, setQ] = useQueryParameter("q");
  const [entity, setEntity] = useQueryParameter("entity");
  const source: ContextSource | null = sources.find((each) => each === named) ?? null;
  const wish: Wish = { source, q: useSettled(q.trim()), entity };
  const found = useItems(wish);
  const options = [
    { value: "", name: "All sources" },
    ...sources.map((value) => ({ value, name: value[0]!.toUpperCase() + value.slice(1) })),
  ];
  return (
    <Page
      title="Context"
      lead="Everything that was read from your files. Runs search it the same way, under the same scopes."
    >
      <div className="context-search">
        <Field label="Search your context">
          {(attributes) => (
            <input
              {...attributes}
              type="search"
              placeholder="Words or meaning: hotel in Lisbon, notice period, REWE…"
              value={q}
              onChange={(event) => setQ(event.target.value)}
            />
          )}
        </Field>
        <div className="actions">
          <Choice
            label="Source"
            options={options}
            value={source ?? ""}
            onChange={(next) => {
              setEntity("");
              setSource(next);
            }}
          />
          {entity && <Button onClick={() => setEntity("")}>Show everything</Button>}
        </div>
      </div>
      <Found query={found}>
        {(items) => <Explored found={items} wish={wish} onEntity={setEntity} />}
      </Found>
    </Page>
  );
}

interface Explored {
  found: Items;
  wish: Wish;
  onEntity: (id: string) => void;
}

function Explored({ found, wish, onEntity }: Explored) {
  const [tab, setTab] = useQueryParameter("view");
  if (found.items.length === 0) return <Nothing wish={wish} />;
  return (
    <Tabs.Root
      value={tab || "items"}
      onValueChange={(next) => setTab(next === "items" ? "" : next)}
    >
      <div className="section-head">
        <Tabs.List className="tabs" aria-label="View">
          <Tabs.Trigger value="items">Items</Tabs.Trigger>
          <Tabs.Trigger value="graph">Graph</Tabs.Trigger>
          {wish.source && <Tabs.Trigger value="names">Names</Tabs.Trigger>}
        </Tabs.List>
        <span className="soft" role="status">
          {countOf(found, wish)}
        </span>
      </div>
      <Tabs.Content value="items" className="tab">
        <ol className="items">
          {found.items.map((item) => (
            <li key={item.id} className={`item tone-${item.source}`}>
              <ItemLine item={item} hasSource={wish.source === null} onEntity={onEntity} />
            </li>
          ))}
        </ol>
      </Tabs.Content>
      <Tabs.Content value="graph" className="tab">
        <GraphView items={found.items} chosen={wish.entity} onEntity={onEntity} />
      </Tabs.Content>
      <Tabs.Content value="names" className="tab">
        <Names source={wish.source} chosen={wish.entity} onEntity={onEntity} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** "Newest 60 of 268 items", "12 matches, best first". */
export function countOf({ items, total }: Items, { q }: Wish): string {
  if (q && items.length === MOST) return `Best ${MOST} matches`;
  if (q) return `${count(items.length, "match", "matches")}, best first`;
  if (total === null || total <= items.length)
    return `${count(items.length, "item")}, newest first`;
  return `Newest ${items.length} of ${number(total)} items`;
}

function Nothing({ wish }: { wish: Wish }) {
  if (wish.q || wish.entity)
    return (
      <Empty title="No matches">
        <p>Try other words, or search all sources.</p>
      </Empty>
    );
  return (
    <Empty title={wish.source ? `Nothing in ${wish.source} yet` : "Nothing here yet"}>
      <p>Upload a bank statement, a calendar or a document.</p>
      <Link to="/files" className="button primary">
        Upload files
      </Link>
    </Empty>
  );
}

interface LineProperties {
  item: Item;
  hasSource: boolean;
  onEntity: (id: string) => void;
}

function ItemLine({ item, hasSource, onEntity }: LineProperties) {
  return (
    <>
      <p className="item-text">{item.text}</p>
      <p className="item-facts">
        {hasSource && <Source name={item.source} />}
        <FileName id={item.file} />
        {item.page !== null && <span>page {item.page}</span>}
        {item.at && <time dateTime={item.at}>{day(item.at)}</time>}
        {item.entities
          .filter(({ name }) => !isNoise(name))
          .map((entity) => (
            <button key={entity.id} type="button" onClick={() => onEntity(entity.id)}>
              {entity.name}
            </button>
          ))}
      </p>
    </>
  );
}

interface NamesProperties {
  source: ContextSource | null;
  chosen: string;
  onEntity: (id: string) => void;
}

function Names({ source, chosen, onEntity }: NamesProperties) {
  const entities = useEntities(source);
  return (
    <Found query={entities}>
      {(found) => (
        <ul className="mentioned">
          {mostMentioned(found.data).map((entity) => (
            <li key={entity.id}>
              <button
                type="button"
                aria-pressed={entity.id === chosen}
                onClick={() => onEntity(entity.id === chosen ? "" : entity.id)}
              >
                {entity.name} <span>{entity.items}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Found>
  );
}

function mostMentioned(entities: Entity[]): Entity[] {
  return entities
    .filter(({ name }) => !isNoise(name))
    .sort((one, other) => other.items - one.items)
    .slice(0, 48);
}
