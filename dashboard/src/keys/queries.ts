// What the pages about keys ask the service.

import { get } from "../shared/api";
import type { Schema } from "../shared/api";
import { usePages } from "../shared/lists";

export type Key = Schema<"KeyShape">;

export function useKeys() {
  return usePages({
    key: ["keys", "list"],
    fetch: (after, signal) => get("/v1/keys", { query: { after, limit: 50 }, signal }),
  });
}
