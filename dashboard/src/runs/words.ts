// What steps do, in a few words.

import type { Step } from "./types";

const ACTIONS: Record<string, string> = {
  agenda: "read the days of the calendar",
  aggregate: "added up what was found",
  artifact: "made a file of it",
  calculate: "worked out a number, exactly",
  check: "checked the answer against the evidence",
  clock: "looked at the clock",
  compare: "compared two findings",
  dates: "counted days",
  decline: "declined a request it must not carry out",
  extract: "took the fact from the evidence",
  filter: "kept what fits the question",
  free_time: "looked for free time",
  join: "combined the sources",
  lookup: "looked up a value",
  merge: "combined the agents’ answers",
  route: "chose the agent that fits",
  search: "searched again by the names it had found",
  text: "worked on the text",
};

/** A tool's call is described by its arguments; an action is told which part it worked on. */
export function wordsOf(action: string, step: Step | undefined): string {
  const told = step?.description ?? "";
  if (told && Object.keys(step?.arguments ?? {}).length > 0) return told;
  const words = ACTIONS[action] ?? "";
  return told && words ? `${words}, for “${told}”` : told || words;
}
