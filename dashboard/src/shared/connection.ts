// Whether the server can be reached: asked only once a call has failed, then until it answers.

import { useSyncExternalStore } from "react";

const PAUSE = 2000;

type Listener = () => void;

class Connection {
  private isAway = false;
  private isAsking = false;
  private listeners = new Set<Listener>();

  current = (): boolean => this.isAway;

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** A call did not reach the server: is it one call, or everything? */
  async doubt(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    while (!(await answers())) {
      this.set(true);
      await new Promise((resume) => setTimeout(resume, PAUSE));
    }
    this.isAsking = false;
    this.set(false);
  }

  private set(isAway: boolean): void {
    if (isAway === this.isAway) return;
    this.isAway = isAway;
    this.listeners.forEach((listener) => listener());
  }
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

export const connection = new Connection();
if (typeof window !== "undefined") addEventListener("offline", () => void connection.doubt());

export function useIsAway(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.current);
}
