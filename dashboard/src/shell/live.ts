// What happens on the server, told to the pages as it happens.

import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Schema } from "../shared/api";
import { Problem } from "../shared/api";
import { follow } from "../shared/stream";

const PAUSE = 3000;

/** Follow the project's events, and have each page that shows such things look again. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    void listen(client, stop.signal);
    return () => stop.abort();
  }, [client]);
}

async function listen(client: QueryClient, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const message of follow("/v1/events/stream", signal)) {
        const event = JSON.parse(message.data) as Schema<"EventShape">;
        const noun = event.type.split(".")[0];
        void client.invalidateQueries({ queryKey: [`${noun}s`] });
      }
    } catch (error) {
      // A key without the scope for events still has pages that look again by themselves.
      if (error instanceof Problem && error.status >= 400 && error.status < 500) return;
    }
    await new Promise((resume) => setTimeout(resume, PAUSE));
  }
}
