// Addresses and pages: the browser's history, and patterns such as `/runs/:id`.

import { createContext, useContext, useSyncExternalStore } from "react";
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from "react";

const MOVED = "runwright:moved";

export type Parameters = Record<string, string>;

/** The parameters of a path that fits a pattern, or null. */
export function match(pattern: string, path: string): Parameters | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const parameters: Parameters = {};
  for (const [n, part] of wanted.entries()) {
    const value = given[n] ?? "";
    if (part.startsWith(":") && value !== "") parameters[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return parameters;
}

export function go(address: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  dispatchEvent(new Event(MOVED));
}

function subscribe(listener: () => void): () => void {
  const events = [MOVED, "popstate", "hashchange"];
  events.forEach((name) => addEventListener(name, listener));
  return () => events.forEach((name) => removeEventListener(name, listener));
}

/** The address of the page, as a URL that changes with it. */
export function useAddress(): URL {
  const href = () => location.href;
  return new URL(useSyncExternalStore(subscribe, href, href));
}

/** One parameter of the query, and a way to set it in the address. */
export function useQueryParameter(name: string): [string, (value: string) => void] {
  const address = useAddress();
  const set = (value: string) => {
    const next = new URL(location.href);
    if (value === "") next.searchParams.delete(name);
    else next.searchParams.set(name, value);
    go(next.pathname + next.search, "replace");
  };
  return [address.searchParams.get(name) ?? "", set];
}

type LinkProperties = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string };

export function Link({ to, onClick, ...rest }: LinkProperties) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (event.defaultPrevented || !isPlain) return;
    event.preventDefault();
    go(to);
  };
  return <a href={to} onClick={follow} {...rest} />;
}

const ParametersContext = createContext<Parameters>({});

export function useParameter(name: string): string {
  return useContext(ParametersContext)[name] ?? "";
}

export type Pages = Record<string, () => ReactNode>;

/** The page of the first pattern that fits the address. */
export function Routed({ pages, otherwise }: { pages: Pages; otherwise: ReactNode }) {
  const path = useAddress().pathname;
  for (const [pattern, Page] of Object.entries(pages)) {
    const parameters = match(pattern, path);
    if (parameters)
      return (
        <ParametersContext.Provider value={parameters}>
          <Page key={path} />
        </ParametersContext.Provider>
      );
  }
  return otherwise;
}
