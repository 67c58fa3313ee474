// What the page of costs and quality asks the service.

import { useQuery } from "@tanstack/react-query";
import { get } from "../shared/api";
import type { Schema } from "../shared/api";

export type CostRow = Schema<"CostRow">;
export type QualityRow = Schema<"QualityRow">;

export interface Wish {
  days: number;
  groupBy: string;
}

const DAY = 86_400_000;

function query({ days, groupBy }: Wish, bucket: "day" | "none") {
  const start = new Date(Math.floor(Date.now() / DAY) * DAY - (days - 1) * DAY).toISOString();
  return { start, bucket, group_by: groupBy || undefined };
}

export function useCosts(wish: Wish) {
  return useQuery({
    queryKey: ["analytics", "costs", wish],
    queryFn: ({ signal }) => get("/v1/analytics/costs", { query: query(wish, "day"), signal }),
    placeholderData: (before) => before,
  });
}

export function useQuality(wish: Wish, bucket: "day" | "none") {
  return useQuery({
    queryKey: ["analytics", "quality", wish, bucket],
    queryFn: ({ signal }) => get("/v1/analytics/quality", { query: query(wish, bucket), signal }),
    placeholderData: (before) => before,
  });
}
