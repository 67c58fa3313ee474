// What the pages about runs ask the service.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Problem, get, post, remove } from "../shared/api";
import { go } from "../shared/router";
import { asQuery } from "./filters";
import type { Filters } from "./filters";
import { requestOf } from "./request";
import type { Draft } from "./request";
import type { Run } from "./types";

const LOOK_AGAIN = 4000;
/** What lists and pages show beside the run itself; the service takes names with commas. */
export const EXPAND = "request,usage" as unknown as ("request" | "usage")[];
export const PER_PAGE = 25;

/** Which page of a list: the one behind a run, or the one in front of it. */
export interface Cursor {
  after?: string;
  before?: string;
}

export function useRuns(filters: Filters, cursor: Cursor) {
  return useQuery({
    queryKey: ["runs", "list", filters, cursor],
    queryFn: ({ signal }) =>
      get("/v1/runs", {
        query: { ...asQuery(filters), ...cursor, limit: PER_PAGE, expand: EXPAND },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((run) => run.status === "running") ? LOOK_AGAIN : false,
  });
}

const readRun = (id: string, signal?: AbortSignal) =>
  get("/v1/runs/{id}", { path: { id }, query: { expand: EXPAND }, signal });

export function useRun(id: string) {
  return useQuery({
    queryKey: ["runs", id],
    queryFn: ({ signal }) => readRun(id, signal),
    enabled: id !== "",
    refetchInterval: (query) => (query.state.data?.status === "running" ? LOOK_AGAIN : false),
  });
}

/** The runs that a network's run is made of, in the network's order. */
export function useChildren(ids: readonly string[], isAsked = true) {
  return useQuery({
    queryKey: ["runs", "several", ids],
    queryFn: ({ signal }) => Promise.all(ids.map((id) => readRun(id, signal))),
    enabled: isAsked && ids.length > 0,
    refetchInterval: ({ state }) =>
      state.data?.some((run) => run.status === "running") ? LOOK_AGAIN : false,
  });
}

const MOST_TURNS = 20;

/** The runs that a run follows up on, the first of them first; one that was deleted ends the chain. */
export function useEarlier(run: Run) {
  const first = run.request?.previous_run ?? "";
  return useQuery({
    queryKey: ["runs", "earlier", first],
    enabled: first !== "",
    queryFn: async ({ signal }) => {
      const turns: Run[] = [];
      for (let id: string | null | undefined = first; id && turns.length < MOST_TURNS;) {
        const turn: Run | null = await readRun(id, signal).catch(absentAsNull);
        if (turn === null) break;
        turns.unshift(turn);
        id = turn.request?.previous_run;
      }
      return turns;
    },
  });
}

function absentAsNull(error: unknown): null {
  if (error instanceof Problem && error.status === 404) return null;
  throw error;
}

/** The runs that follow up on a run, the oldest first. */
export function useFollowers(id: string, hasEnded: boolean) {
  return useQuery({
    queryKey: ["runs", "followers", id],
    enabled: hasEnded,
    queryFn: ({ signal }) =>
      get("/v1/runs", {
        query: { previous_run: id, order: "asc", limit: MOST_TURNS, expand: EXPAND },
        signal,
      }),
  });
}

// What is frozen with a run is not under "runs": an event about another run changes none of it.

/** When each entry happened; `seen` is how many are known, so that a further one gets its time. */
export function useTimeline(id: string, seen: number, hasEnded: boolean) {
  return useQuery({
    queryKey: ["run", id, "timeline", seen, hasEnded],
    queryFn: ({ signal }) => get("/v1/runs/{id}/timeline", { path: { id }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useRunSources(id: string, hasEnded: boolean) {
  return useQuery({
    queryKey: ["run", id, "sources", hasEnded],
    queryFn: ({ signal }) => get("/v1/runs/{id}/sources", { path: { id }, signal }),
  });
}

/** What each step did; `seen` is how many are known, so that a further one is asked about. */
export function useSteps(id: string, seen: number, hasEnded: boolean) {
  return useQuery({
    queryKey: ["run", id, "steps", seen, hasEnded],
    queryFn: ({ signal }) => get("/v1/runs/{id}/steps", { path: { id }, signal }),
    enabled: seen > 0,
    placeholderData: keepPreviousData,
  });
}

export function useAnswer(id: string, isCompleted: boolean) {
  return useQuery({
    queryKey: ["run", id, "answer"],
    enabled: isCompleted,
    queryFn: ({ signal }) => get("/v1/runs/{id}/answer", { path: { id }, signal }),
  });
}

/** The feedback on a run; null when nobody has given any. */
export function useFeedback(id: string) {
  return useQuery({
    queryKey: ["run", id, "feedback"],
    queryFn: ({ signal }) =>
      get("/v1/runs/{id}/feedback", { path: { id }, signal }).catch(absentAsNull),
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

/** Whether the key of this session has a scope; undefined until that is known. */
export function useMay(): (scope: string) => boolean | undefined {
  const own = useQuery({
    queryKey: ["keys", "own"],
    queryFn: ({ signal }) => get("/v1/auth/key", { signal }),
    staleTime: 60_000,
  });
  return (scope) => own.data?.scopes.some((each) => each === scope);
}

/** Everything that may be chosen from: lists short enough to be fetched whole. */
export function useChoices() {
  const may = useMay();
  return {
    models: useModels(),
    agents: useQuery({
      queryKey: ["agents", "choice"],
      queryFn: ({ signal }) => get("/v1/agents", { query: { limit: 100 }, signal }),
      enabled: may("agents:read") ?? false,
    }),
    networks: useQuery({
      queryKey: ["networks", "choice"],
      queryFn: ({ signal }) => get("/v1/networks", { query: { limit: 100 }, signal }),
      enabled: may("networks:read") ?? false,
    }),
  };
}

export function useKeys() {
  const may = useMay();
  return useQuery({
    queryKey: ["keys", "choice"],
    queryFn: ({ signal }) => get("/v1/keys", { query: { limit: 100 }, signal }),
    enabled: may("keys:read") ?? false,
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

export function useReplay(id: string) {
  return useMutation({ mutationFn: () => post("/v1/runs/{id}/replay", { path: { id } }) });
}

/** Asks something, and goes to the run. */
export function useAsk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (draft: Draft): Promise<Run> => {
      const { who, body } = requestOf(draft);
      if (who.startsWith("ag_")) return post("/v1/agents/{id}/run", { path: { id: who }, body });
      if (who.startsWith("net_")) return post("/v1/networks/{id}/run", { path: { id: who }, body });
      return post("/v1/runs", { body: { ...body, model: who } });
    },
    onSuccess: (made, draft) => {
      void client.invalidateQueries({ queryKey: ["runs"] });
      go(`/runs/${made.id}${draft.repeats ? `?repeats=${draft.repeats}` : ""}`);
    },
  });
}
