// What the page of events asks the service.

import { get } from "../shared/api";
import type { Schema } from "../shared/api";
import { usePages } from "../shared/lists";

export type ProjectEvent = Schema<"EventShape">;

export function useEvents(type: string | undefined) {
  return usePages({
    key: ["events", type],
    fetch: (after, signal) => get("/v1/events", { query: { after, type, limit: 25 }, signal }),
  });
}
