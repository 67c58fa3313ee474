// What runs can read, looked at through the same scopes: items, whom they mention, the graph.

import { FileName } from "../files/FileName";
import { Button, Choice, Field } from "../shared/controls";
import { Empty, Found, Refusal } from "../shared/feedback";
import { count, day } from "../shared/format";
import { Page, Section } from "../shared/Page";
import { Link, useQueryParameter } from "../shared/router";
import { useSettled } from "../shared/settled";
import { SOURCES } from "../runs/types";
import type { ContextSource } from "../runs/types";
import { GraphView } from "./GraphView";
import { useEntities, useItems } from "./queries";
import type { Entity, Item } from "./queries";
import "./context.css";

const OPTIONS = SOURCES.map((value) => ({ value, name: value[0]!.toUpperCase() + value.slice(1) }));

export function ContextPage() {
  const [named, setSource] = useQueryParameter("source");
  const [q, setQ] = useQueryParameter("q");
  const [entity, setEntity] = useQueryParameter("entity");
  const source: ContextSource = SOURCES.find((each) => each === named) ?? "finance";
  const items = useItems({ source, q: useSettled(q.trim()), entity });
  const choose = (next: ContextSource) => {
    setEntity("");
    setSource(next);
  };
  return (
    <Page
      title="Context"
      lead="What was read from your files, as a run would find it, and under the same scopes."
    >
      <div className="filters">
        <Choice label="Source" options={OPTIONS} value={source} onChange={choose} />
        <div className="grow field">
          <Field label={`Search ${source}`}>
            {(attributes) => (
              <input
                {...attributes}
                type="search"
                placeholder="by words or by meaning"
                value={q}
                onChange={(event) => setQ(event.target.value)}
              />
            )}
          </Field>
        </div>
        {entity && <Button onClick={() => setEntity("")}>Everybody</Button>}
      </div>
      {items.data ? (
        <Explored items={items.data} source={source} q={q} entity={entity} onEntity={setEntity} />
      ) : items.isError ? (
        <Refusal error={items.error} retry={() => void items.refetch()} />
      ) : (
        <Found query={items}>{() => null}</Found>
      )}
    </Page>
  );
}

interface Explored {
  items: Item[];
  source: ContextSource;
  q: string;
  entity: string;
  onEntity: (id: string) => void;
}

function Explored({ items, source, q, entity, onEntity }: Explored) {
  if (items.length === 0)
    return q || entity ? (
      <Empty title="Nothing fits">
        <p>Try other words, or another source.</p>
      </Empty>
    ) : (
      <Empty title={`There is nothing in ${source} yet`}>
        <p>Upload a file that belongs there.</p>
        <Link to="/files" className="button primary">
          Go to files
        </Link>
      </Empty>
    );
  return (
    <div className={`explorer tone-${source}`}>
      <div className="explorer-graph">
        <GraphView items={items} chosen={entity} onEntity={onEntity} />
        <Mentioned source={source} chosen={entity} onEntity={onEntity} />
      </div>
      <Section
        title={q ? "Best first" : "Newest first"}
        aside={<span className="soft">{count(items.length, "item")}</span>}
      >
        <ol className="items">
          {items.map((item) => (
            <li key={item.id} className="item">
              <ItemLine item={item} onEntity={onEntity} />
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

function ItemLine({ item, onEntity }: { item: Item; onEntity: (id: string) => void }) {
  return (
    <>
      <p className="item-text">{item.text}</p>
      <p className="item-facts">
        <FileName id={item.file} />
        {item.page !== null && <span>page {item.page}</span>}
        {item.at && <time dateTime={item.at}>{day(item.at)}</time>}
        {item.entities.map((entity) => (
          <button key={entity.id} type="button" onClick={() => onEntity(entity.id)}>
            {entity.name}
          </button>
        ))}
      </p>
    </>
  );
}

function Mentioned({
  source,
  chosen,
  onEntity,
}: {
  source: ContextSource;
  chosen: string;
  onEntity: (id: string) => void;
}) {
  const entities = useEntities(source);
  return (
    <section className="mentioned">
      <h2>Mentioned most</h2>
      <Found query={entities}>
        {(found) => (
          <ul>
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
    </section>
  );
}

function mostMentioned(entities: Entity[]): Entity[] {
  return [...entities].sort((one, other) => other.items - one.items).slice(0, 24);
}
