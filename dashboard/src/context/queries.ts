// What the context explorer asks the service.

import { useQuery } from "@tanstack/react-query";
import { get } from "../shared/api";
import type { Schema } from "../shared/api";
import type { ContextSource } from "../runs/types";

export type Item = Schema<"ItemShape">;
export type Entity = Schema<"EntityShape">;

const MOST = 60;

export interface Wish {
  source: ContextSource;
  q: string;
  entity: string;
}

/** The items of a source: the best for a question, or the newest. */
export function useItems({ source, q, entity }: Wish) {
  const filter = { source, entity: entity || undefined, limit: MOST };
  return useQuery({
    queryKey: ["context", "items", source, q, entity],
    queryFn: async ({ signal }): Promise<Item[]> => {
      if (q === "") return (await get("/v1/context/items", { query: filter, signal })).data;
      return (await get("/v1/context/search", { query: { ...filter, q }, signal })).data;
    },
    placeholderData: (before) => before,
  });
}

export function useEntities(source: ContextSource) {
  return useQuery({
    queryKey: ["context", "entities", source],
    queryFn: ({ signal }) => get("/v1/context/entities", { query: { source, limit: 100 }, signal }),
  });
}
