// What the pages about runs ask the service.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post, remove } from "../shared/api";
import { usePages } from "../shared/lists";
import type { Run } from "./types";

const LOOK_AGAIN = 4000;

export interface Filter {
  status?: Run["status"];
  agent?: string;
}

export function useRuns(filter: Filter = {}) {
  return usePages({
    key: ["runs", "list", filter],
    fetch: (after, signal) => get("/v1/runs", { query: { ...filter, after, limit: 25 }, signal }),
    isBusy: (run) => run.status === "running",
  });
}

export function useRun(id: string) {
  return useQuery({
    queryKey: ["runs", id],
    queryFn: ({ signal }) => get("/v1/runs/{id}", { path: { id }, signal }),
    refetchInterval: (query) => (query.state.data?.status === "running" ? LOOK_AGAIN : false),
  });
}

export function useTimeline(id: string, hasEnded: boolean) {
  return useQuery({
    queryKey: ["runs", id, "timeline", hasEnded],
    queryFn: ({ signal }) => get("/v1/runs/{id}/timeline", { path: { id }, signal }),
  });
}

export function useRunSources(id: string, hasEnded: boolean) {
  return useQuery({
    queryKey: ["runs", id, "sources", hasEnded],
    queryFn: ({ signal }) => get("/v1/runs/{id}/sources", { path: { id }, signal }),
  });
}

export function useArtifact(id: string) {
  return useQuery({
    queryKey: ["artifacts", id],
    queryFn: ({ signal }) => get("/v1/artifacts/{id}", { path: { id }, signal }),
  });
}

export function useModels() {
  return useQuery({
    queryKey: ["models"],
    queryFn: ({ signal }) => get("/v1/models", { signal }),
    staleTime: 60_000,
  });
}

/** A change to one run, after which every list of runs is looked at again. */
function useChange<Answer>(change: () => Promise<Answer>, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      onDone?.();
      return client.invalidateQueries({ queryKey: ["runs"] });
    },
  });
}

export const useCancel = (id: string) =>
  useChange(() => post("/v1/runs/{id}/cancel", { path: { id } }));

export const useDelete = (id: string, onDone: () => void) =>
  useChange(() => remove("/v1/runs/{id}", { path: { id } }), onDone);
