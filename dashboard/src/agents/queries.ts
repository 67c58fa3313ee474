// What the pages about agents and networks ask the service.

import { useQuery } from "@tanstack/react-query";
import { get } from "../shared/api";
import type { Schema } from "../shared/api";
import { usePages } from "../shared/lists";
import { EXPAND } from "../runs/queries";

export type Agent = Schema<"AgentShape">;
export type Network = Schema<"NetworkShape">;

export function useAgents() {
  return usePages({
    key: ["agents", "list"],
    fetch: (after, signal) => get("/v1/agents", { query: { after, limit: 50 }, signal }),
  });
}

export function useNetworks() {
  return usePages({
    key: ["networks", "list"],
    fetch: (after, signal) => get("/v1/networks", { query: { after, limit: 50 }, signal }),
  });
}

export function useAgent(id: string, version?: number) {
  return useQuery({
    queryKey: ["agents", id, version ?? "newest"],
    queryFn: ({ signal }) => get("/v1/agents/{id}", { path: { id }, query: { version }, signal }),
  });
}

export function useNetwork(id: string) {
  return useQuery({
    queryKey: ["networks", id],
    queryFn: ({ signal }) => get("/v1/networks/{id}", { path: { id }, signal }),
  });
}

export function useAgentRuns(id: string) {
  return usePages({
    key: ["runs", "agent", id],
    fetch: (after, signal) =>
      get("/v1/agents/{id}/runs", {
        path: { id },
        query: { after, limit: 20, expand: EXPAND },
        signal,
      }),
  });
}

export function useNetworkRuns(id: string) {
  return usePages({
    key: ["runs", "network", id],
    fetch: (after, signal) =>
      get("/v1/networks/{id}/runs", {
        path: { id },
        query: { after, limit: 20, expand: EXPAND },
        signal,
      }),
  });
}
