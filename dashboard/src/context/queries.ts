// What the page of the context asks the service.

import { useQuery } from "@tanstack/react-query";
import { get } from "../shared/api";
import type { Schema } from "../shared/api";
import { useWho } from "../shared/session";
import { SOURCES } from "../runs/types";
import type { ContextSource } from "../runs/types";

export type Item = Schema<"ItemShape">;
export type Entity = Schema<"EntityShape">;

export const MOST = 60;

export interface Wish {
  /** Null for every source that the key may read. */
  source: ContextSource | null;
  q: string;
  entity: string;
}

export interface Items {
  items: Item[];
  /** How many items there are in all; null when they were searched or filtered. */
  total: number | null;
}

/** The sources that the key may read. */
export function useSources(): ContextSource[] {
  const scopes = useWho()?.key.scopes ?? [];
  return SOURCES.filter((source) => scopes.includes(`${source}:read`));
}

/** The best items for a question; without one, the newest. */
export function useItems(wish: Wish) {
  const sources = useSources();
  return useQuery({
    queryKey: ["context", "items", wish, sources],
    queryFn: async ({ signal }): Promise<Items> => {
      const filter = { entity: wish.entity || undefined, limit: MOST };
      if (wish.q !== "") {
        const query = { ...filter, source: wish.source ?? undefined, q: wish.q };
        return { items: (await get("/v1/context/search", { query, signal })).data, total: null };
      }
      const wanted = wish.source ? [wish.source] : sources;
      const pages = await Promise.all(
        wanted.map((source) => get("/v1/context/items", { query: { ...filter, source }, signal })),
      );
      return together(pages);
    },
    placeholderData: (before) => before,
  });
}

/** The newest of each source, then the second of each, and so on. */
export function together(pages: { data: Item[]; total: number | null }[]): Items {
  const longest = Math.max(0, ...pages.map((page) => page.data.length));
  const items = Array.from({ length: longest }, (_, n) =>
    pages.flatMap((page) => page.data[n] ?? []),
  ).flat();
  const isWhole = pages.every((page) => page.total !== null);
  return {
    items: items.slice(0, MOST),
    total: isWhole ? pages.reduce((all, page) => all + (page.total ?? 0), 0) : null,
  };
}

/** Who and what one source mentions most. */
export function useEntities(source: ContextSource | null) {
  return useQuery({
    queryKey: ["context", "entities", source],
    queryFn: ({ signal }) =>
      get("/v1/context/entities", { query: { source: source ?? "finance", limit: 100 }, signal }),
    enabled: source !== null,
  });
}
