// Questions to begin with, of those that fit what has been uploaded.

import type { ContextSource } from "./types";

export interface Example {
  prompt: string;
  context: ContextSource[];
}

const OF: Record<ContextSource, string[]> = {
  finance: ["What did I spend last month?", "My five largest expenses this year"],
  calendar: ["What is on my calendar next week?", "When am I free for an hour next week?"],
  documents: ["Which documents do I have?", "What deadlines are in my documents?"],
};
const WITHOUT: Example[] = [
  { prompt: "What is 17.5% of 1,240?", context: [] },
  { prompt: "How many days until 24 December?", context: [] },
];
const MOST = 3;

/** A few examples: one of each source that has something in it, then further ones. */
export function examplesFor(there: ReadonlySet<ContextSource>): Example[] {
  const sources = (Object.keys(OF) as ContextSource[]).filter((source) => there.has(source));
  const rounds = [0, 1].flatMap((n) =>
    sources.map((source) => ({ prompt: OF[source][n] ?? "", context: [source] })),
  );
  return [...rounds, ...WITHOUT].slice(0, MOST);
}
