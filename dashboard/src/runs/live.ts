// A run while it works: each entry of its trace as soon as it is recorded.

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { follow } from "../shared/stream";
import type { Entry } from "./types";

const ENTRIES = new Set(["plan", "context", "step", "result"]);

/** The entries that have come so far; when the run ends, it is fetched anew. */
export function useLiveTrace(id: string, isRunning: boolean): Entry[] {
  const client = useQueryClient();
  const [entries, setEntries] = useState<Entry[]>([]);
  useEffect(() => {
    if (!isRunning) return;
    const stop = new AbortController();
    setEntries([]);
    const listen = async () => {
      for await (const message of follow(`/v1/runs/${id}/events`, stop.signal)) {
        if (!ENTRIES.has(message.event)) break;
        setEntries((before) => [...before, JSON.parse(message.data) as Entry]);
      }
      await client.invalidateQueries({ queryKey: ["runs"] });
    };
    listen().catch(() => {
      // The page also asks again by itself, and shows why it cannot.
    });
    return () => stop.abort();
  }, [client, id, isRunning]);
  return entries;
}
