// Questions to begin with, of those that fit what has been uploaded.

import type { ContextSource } from "./types";

export interface Example {
  prompt: string;
  context: ContextSource[];
}

const FINANCE = ["What did I spend last month?", "My five largest expenses this year"];
const CALENDAR = ["What is on my calendar next week?", "When am I free for an hour next week?"];
const WITHOUT: Example[] = [
  { prompt: "What is 17.5% of 1,240?", context: [] },
  { prompt: "How many days until 24 December?", context: [] },
];
const MOST = 3;

/** A few examples: one of each source that has something in it, then further ones. */
export function examplesFor(there: ReadonlySet<ContextSource>, document?: string): Example[] {
  const prompts: Record<ContextSource, string[]> = {
    finance: FINANCE,
    calendar: CALENDAR,
    documents: document ? [`What do my documents say about ${topicOf(document)}?`] : [],
  };
  const sources = (Object.keys(prompts) as ContextSource[]).filter((source) => there.has(source));
  const rounds = [0, 1].flatMap((n) =>
    sources.flatMap((source) => {
      const prompt = prompts[source][n];
      return prompt ? [{ prompt, context: [source] }] : [];
    }),
  );
  return [...rounds, ...WITHOUT].slice(0, MOST);
}

/** What a file is about, as far as its name says: "invoice-papierwerk.txt" is "invoice papierwerk". */
export function topicOf(filename: string): string {
  return filename
    .replace(/\.\w+$/, "")
    .replace(/[-_.]+/g, " ")
    .trim();
}
