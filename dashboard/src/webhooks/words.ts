// What happened to a delivery, in plain words.

import type { Delivery } from "./queries";

type Attempt = Delivery["attempts"][number];

/** "Delivered: 204", "Failed: the endpoint answered 500", "Failed: no connection could be made." */
export function outcomeOf({ status_code, error }: Attempt): string {
  if (error === null) return `Delivered (${status_code})`;
  return `Failed: ${error}`;
}

const times = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** When a delivery that has not arrived is tried next. */
export function nextAttempt(delivery: Delivery, now: number = Date.now()): string | null {
  const at = delivery.next_attempt_at;
  if (delivery.status !== "pending" || at === null) return null;
  if (Date.parse(at) <= now) return "Being sent now.";
  return `Next attempt on ${times.format(new Date(at))}.`;
}
