// What the pages about webhooks ask the service.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get } from "../shared/api";
import type { Schema } from "../shared/api";
import { usePages } from "../shared/lists";

export type Webhook = Schema<"WebhookShape">;
export type Delivery = Schema<"DeliveryShape">;
export type DeliveryDetail = Schema<"DeliveryDetailShape">;
export type EventType = Schema<"CreateWebhook">["events"][number];

export const EVENT_TYPES: EventType[] = [
  "run.completed",
  "run.failed",
  "run.cancelled",
  "run.deleted",
  "file.processed",
  "file.failed",
  "file.deleted",
  "webhook.disabled",
];

export function useWebhooks() {
  return usePages({
    key: ["webhooks", "list"],
    fetch: (after, signal) => get("/v1/webhooks", { query: { after, limit: 50 }, signal }),
  });
}

export function useWebhook(id: string) {
  return useQuery({
    queryKey: ["webhooks", id],
    queryFn: ({ signal }) => get("/v1/webhooks/{id}", { path: { id }, signal }),
  });
}

export function useDeliveries(id: string, status: Delivery["status"] | undefined) {
  return usePages({
    key: ["webhooks", id, "deliveries", status],
    fetch: (after, signal) =>
      get("/v1/webhooks/{id}/deliveries", {
        path: { id },
        query: { after, status, limit: 25 },
        signal,
      }),
    isBusy: (delivery) => delivery.status === "pending",
  });
}

/** A delivery with what was sent and answered; asked again whenever it was tried again. */
export function useDelivery({ webhook, id, attempts }: Delivery) {
  return useQuery({
    queryKey: ["webhooks", webhook, "deliveries", id, attempts.length],
    queryFn: ({ signal }) =>
      get("/v1/webhooks/{id}/deliveries/{did}", { path: { id: webhook, did: id }, signal }),
  });
}

/** Something that is done to webhooks, after which they are looked at again. */
export function useWebhookChange<Answer>(change: () => Promise<Answer>, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      onDone?.();
      return client.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
}
