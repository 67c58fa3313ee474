// Whom and what items mention, as two columns with links between them: nothing can overlap.

import type { Item } from "./queries";

export interface Mention {
  id: string;
  name: string;
  /** The items that mention it, by their places. */
  items: number[];
}

export interface Graph {
  mentions: Mention[];
  items: Item[];
}

const MOST_MENTIONS = 30;
const MOST_ITEMS = 40;
const currencies = new Set(Intl.supportedValuesOf("currency"));
const FILE_NAME = /\.[a-z0-9]{2,4}$/i;

/** What says nothing about who is connected with whom: a currency, a file's own name. */
export function isNoise(name: string): boolean {
  return currencies.has(name) || FILE_NAME.test(name);
}

/** The most mentioned names and the items that mention them, ordered so that few links cross. */
export function graphOf(found: Item[]): Graph {
  const counts = new Map<string, { name: string; count: number }>();
  for (const { entities } of found)
    for (const { id, name } of entities)
      if (!isNoise(name)) counts.set(id, { name, count: (counts.get(id)?.count ?? 0) + 1 });
  const chosen = [...counts]
    .sort(([, one], [, other]) => other.count - one.count)
    .slice(0, MOST_MENTIONS);
  const places = new Map(chosen.map(([id], place) => [id, place]));
  const items = found
    .map((item) => ({ item, at: middle(item, places) }))
    .filter(({ at }) => at !== null)
    .slice(0, MOST_ITEMS)
    .sort((one, other) => one.at! - other.at!)
    .map(({ item }) => item);
  const mentions = chosen.map(([id, { name }]) => ({
    id,
    name,
    items: items.flatMap((item, n) => (item.entities.some((each) => each.id === id) ? [n] : [])),
  }));
  const shown = mentions.filter((each) => each.items.length > 0);
  return { mentions: shown.sort((one, other) => other.items.length - one.items.length), items };
}

/** The mean place of what an item mentions; null when it mentions nothing that is shown. */
function middle(item: Item, places: Map<string, number>): number | null {
  const own = item.entities.flatMap(({ id }) => places.get(id) ?? []);
  if (own.length === 0) return null;
  return own.reduce((all, place) => all + place, 0) / own.length;
}
