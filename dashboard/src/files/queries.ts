// What the pages about files ask the service.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post, remove } from "../shared/api";
import type { Schema } from "../shared/api";
import { usePages } from "../shared/lists";

export type StoredFile = Schema<"FileShape">;
export type Extraction = Schema<"ExtractionShape">;
export type Purpose = StoredFile["purpose"];
export type Transaction = Schema<"Transaction">;
export type CalendarEvent = Schema<"Event">;

type AnyRecord = Extraction["records"][number];
export type Kind = AnyRecord["facts"]["kind"];
/** A record whose facts are of one kind. */
export type RecordOf<K extends Kind> = Omit<AnyRecord, "facts"> & {
  facts: Extract<AnyRecord["facts"], { kind: K }>;
};

export function ofKind<K extends Kind>({ records }: Extraction, kind: K): RecordOf<K>[] {
  return records.filter((record): record is AnyRecord & RecordOf<K> => record.facts.kind === kind);
}

export function useFiles() {
  return usePages({
    key: ["files", "list"],
    fetch: (after, signal) =>
      get("/v1/files", { query: { after, limit: 50, expand: "details" }, signal }),
    isBusy: (file) => file.status === "processing",
  });
}

/** A file with when it was uploaded, and whether it was uploaded before. */
export function fetchFile(id: string, signal?: AbortSignal): Promise<StoredFile> {
  return get("/v1/files/{id}", { path: { id }, query: { expand: "details" }, signal });
}

export function useFile(id: string) {
  return useQuery({
    queryKey: ["files", id],
    queryFn: ({ signal }) => fetchFile(id, signal),
    refetchInterval: (query) => (query.state.data?.status === "processing" ? 1000 : false),
  });
}

export function useExtraction(id: string, isProcessed: boolean) {
  return useQuery({
    queryKey: ["files", id, "extracted"],
    queryFn: ({ signal }) => get("/v1/files/{id}/extracted", { path: { id }, signal }),
    enabled: isProcessed,
  });
}

/** The runs whose answers rest on a file, or that it was attached to. */
export function useReaders(id: string) {
  return usePages({
    key: ["runs", "readers", id],
    fetch: (after, signal) =>
      get("/v1/runs", { query: { file: id, after, limit: 25, expand: ["request"] }, signal }),
  });
}

/** Have a file read again. */
export function useReread(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => post("/v1/files/{id}/extract", { path: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["files"] }),
  });
}

export function useErase(id: string, withRuns: boolean, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => remove("/v1/files/{id}", { path: { id }, query: { runs: withRuns } }),
    onSuccess: () => {
      onDone();
      return client.invalidateQueries();
    },
  });
}
