// The key of this browser tab: kept for as long as the tab lives, and never in an address.

import { useSyncExternalStore } from "react";

const STORED = "runwright.key";

type Listener = () => void;

class Session {
  private listeners = new Set<Listener>();
  /** Why the last session ended, if not by the person's own wish. */
  reason: string | null = null;

  key(): string | null {
    return sessionStorage.getItem(STORED);
  }

  begin(key: string): void {
    this.reason = null;
    sessionStorage.setItem(STORED, key);
    this.tell();
  }

  end(reason: string | null = null): void {
    if (this.key() === null) return;
    this.reason = reason;
    sessionStorage.removeItem(STORED);
    this.tell();
  }

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}

export const session = new Session();

export function useKey(): string | null {
  return useSyncExternalStore(session.subscribe, () => session.key());
}

/** The key in the link that the first start shows (`/#key=…`), taken out of the address at once. */
export function takeKeyFromAddress(): string | null {
  const found = /^#key=([A-Za-z0-9_]+)$/.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return found[1] ?? null;
}
