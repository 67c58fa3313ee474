// A run while it works: each entry of its trace as it is recorded, and what a model writes.

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { follow } from "../shared/stream";
import type { Entry } from "./types";

export interface Live {
  entries: Entry[];
  /** What a language model has written of its answer so far. */
  writing: string;
}

const NOTHING: Live = { entries: [], writing: "" };
const ENTRIES = new Set(["plan", "model", "attachment", "context", "step", "result"]);
const ENDS = new Set(["completed", "failed", "cancelled", "deleted"]);

/** What is known after one more message. */
export function after(before: Live, event: string, data: string): Live {
  if (ENTRIES.has(event))
    return { entries: [...before.entries, JSON.parse(data) as Entry], writing: "" };
  if (event !== "delta") return before;
  const delta = JSON.parse(data) as { text: string; restarted: boolean };
  return { ...before, writing: delta.restarted ? delta.text : before.writing + delta.text };
}

/** What has come so far; when the run ends, it is fetched anew. */
export function useLive(id: string, isRunning: boolean): Live {
  const client = useQueryClient();
  const [live, setLive] = useState(NOTHING);
  useEffect(() => {
    if (!isRunning) return;
    const stop = new AbortController();
    setLive(NOTHING);
    const listen = async () => {
      for await (const message of follow(`/v1/runs/${id}/events`, stop.signal)) {
        if (ENDS.has(message.event)) break;
        setLive((before) => after(before, message.event, message.data));
      }
      await client.invalidateQueries({ queryKey: ["runs"] });
    };
    listen().catch(() => {
      // The page also asks again by itself, and shows why it cannot.
    });
    return () => stop.abort();
  }, [client, id, isRunning]);
  return live;
}

const TICK = 100;

/** Milliseconds since a moment, counted as long as something runs. */
export function useElapsed(since: string, isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, [isRunning]);
  return Math.max(0, now - Date.parse(since));
}
