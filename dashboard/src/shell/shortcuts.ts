// Keys that work on every page, unless somebody is typing.

import { useEffect } from "react";
import { go } from "../shared/router";
import { ALL_PLACES, NEW_RUN } from "./places";

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
export const MOD = isMac ? "⌘" : "Ctrl ";

const SEQUENCE_MS = 1200;

type Show = (what: "palette" | "help") => void;

export function useShortcuts(show: Show): void {
  useEffect(() => {
    let wasG = 0;
    const press = (event: KeyboardEvent) => {
      if ((isMac ? event.metaKey : event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        show("palette");
        return;
      }
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector("dialog[open]")) return;
      const isSecond = event.timeStamp - wasG < SEQUENCE_MS;
      wasG = event.key === "g" ? event.timeStamp : 0;
      if (act(event.key, isSecond, show)) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [show]);
}

/** Do what a key says; false when it says nothing. */
function act(key: string, afterG: boolean, show: Show): boolean {
  const place = afterG ? ALL_PLACES.find((each) => each.key === key) : undefined;
  if (place) go(place.to);
  else if (key === NEW_RUN.key) go(NEW_RUN.to);
  else if (key === "?") show("help");
  else if (key === "/") return focusSearch();
  else return false;
  return true;
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  field?.focus();
  return field !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
