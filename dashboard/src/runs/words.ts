// What the engine's actions do, in a few words.

export const ACTIONS: Record<string, string> = {
  agenda: "read the days of a calendar",
  aggregate: "added up what was found",
  artifact: "made a file of it",
  calculate: "worked out a number, exactly",
  check: "held the answer against the evidence",
  clock: "told the time",
  compare: "put two findings side by side",
  dates: "counted days",
  decline: "declined what it must not do",
  extract: "took the fact out of the evidence",
  filter: "kept what fits the question",
  free_time: "looked for free time",
  join: "brought the sources together",
  merge: "laid the agents’ answers together",
  lookup: "looked a value up",
  route: "chose the agent that fits",
  search: "read again along the names it found",
  text: "worked on the text",
};
