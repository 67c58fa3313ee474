// Who is signed in: by a cookie that no script can read, for every tab of this browser; or, for
// those who want no cookie, by a key that this tab alone keeps.

import { useSyncExternalStore } from "react";
import type { Schema } from "./api";

const STORED = "runwright.key";
const CHANNEL = "runwright.session";

/** What `/session` returns about the signed-in user. */
export interface Who {
  key: Schema<"KeyShape">;
  project: Schema<"ProjectShape">;
  /** The server's own version. */
  service: string;
  /** When the cookie ends; null for a key that this tab keeps. */
  expires_at: string | null;
}

export type State =
  { is: "unknown" } | { is: "out"; reason: string | null } | { is: "in"; who: Who };

type Listener = () => void;

/** The headers that a call must carry; the first one tells the server that no other site sent it. */
const OWN = { "Runwright-Dashboard": "1" };

class Session {
  private state: State = { is: "unknown" };
  private listeners = new Set<Listener>();
  private others = typeof document === "undefined" ? null : new BroadcastChannel(CHANNEL);

  constructor() {
    this.others?.addEventListener("message", () => {
      // Another tab signed in or out. A key kept in this tab alone is not affected.
      if (this.tabKey() === null) void this.look();
    });
  }

  current = (): State => this.state;

  /** The address and headers for a path of the API, with the credentials of the signed-in user. */
  carry(path: string): { address: string; headers: Record<string, string> } {
    const key = this.tabKey();
    if (key !== null) return { address: path, headers: { Authorization: `Bearer ${key}` } };
    return { address: `/app${path}`, headers: OWN };
  }

  /** Find out who is signed in. */
  async look(): Promise<void> {
    const key = this.tabKey();
    try {
      const answer = await fetch("/session", { headers: { ...OWN, ...bearer(key) } });
      if (answer.ok) this.set({ is: "in", who: (await answer.json()) as Who });
      else this.set({ is: "out", reason: null });
    } catch {
      this.set({ is: "out", reason: "The server does not answer. Is it running?" });
    }
  }

  /** Sign in with a key; why that is refused, or null when it is not. */
  async begin(key: string, inTabAlone = false): Promise<string | null> {
    if (!/^[\x21-\x7e]+$/.test(key)) return "A key contains no spaces or special characters.";
    const headers = { ...OWN, ...bearer(key) };
    try {
      const answer = await fetch("/session", { method: inTabAlone ? "GET" : "POST", headers });
      if (!answer.ok) return whyRefused(answer.status);
      if (inTabAlone) sessionStorage.setItem(STORED, key);
      else sessionStorage.removeItem(STORED);
      this.set({ is: "in", who: (await answer.json()) as Who });
      if (!inTabAlone) this.others?.postMessage("in");
      return null;
    } catch {
      return "The server does not answer. Is it running?";
    }
  }

  /** Sign in by a link: nothing of an earlier session is shown meanwhile. */
  async beginByLink(key: string): Promise<void> {
    this.set({ is: "unknown" });
    const refused = await this.begin(key);
    if (refused !== null) this.set({ is: "out", reason: refused });
  }

  /** Sign out, in every tab. */
  async leave(): Promise<void> {
    const isOwn = this.tabKey() !== null;
    if (!isOwn) await fetch("/session", { method: "DELETE", headers: OWN }).catch(() => undefined);
    this.end();
    if (!isOwn) this.others?.postMessage("out");
  }

  /** The server knows this session no longer. */
  end(reason: string | null = null): void {
    if (this.state.is === "out") return;
    sessionStorage.removeItem(STORED);
    this.set({ is: "out", reason });
  }

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private tabKey(): string | null {
    return sessionStorage.getItem(STORED);
  }

  private set(state: State): void {
    this.state = state;
    this.listeners.forEach((listener) => listener());
  }
}

function bearer(key: string | null): Record<string, string> {
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

function whyRefused(status: number): string {
  if (status === 401) return "The server does not know this key.";
  if (status === 429) return "Too many attempts. Wait a minute, then try again.";
  return `The server answered ${status}.`;
}

export const session = new Session();

export function useSession(): State {
  return useSyncExternalStore(session.subscribe, session.current);
}

/** Whoever is signed in, on pages that are shown to nobody else. */
export function useWho(): Who | null {
  const state = useSession();
  return state.is === "in" ? state.who : null;
}

/** The key in the link that the first start shows (`/#key=…`), taken out of the address at once. */
export function takeKeyFromAddress(): string | null {
  const found = /^#key=([A-Za-z0-9_]+)$/.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return found[1] ?? null;
}
