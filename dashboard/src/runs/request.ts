// What is about to be asked: typed anew, or taken from a run.

import { pairsOf } from "./metadata";
import type { ContextSource, Run } from "./types";

export interface Draft {
  /** A model, or the id of an agent or a network. */
  who: string;
  prompt: string;
  context: ContextSource[];
  files: string[];
  /** Left out, the server uses its own default. */
  maxSteps: number | null;
  /** Metadata as it is typed: a name, a colon and a value on each line. */
  notes: string;
  /** The run that this one follows up on. */
  previous?: string | null;
  schema?: Record<string, unknown> | null;
  /** The run that is asked again, to be compared with. */
  repeats?: string;
}

export const EMPTY: Draft = {
  who: "y0-fast",
  prompt: "",
  context: [],
  files: [],
  maxSteps: null,
  notes: "",
};

/** The same question as a run was asked, to the same agent, network or model. */
export function draftOf(run: Run): Draft {
  const request = run.request;
  return {
    who: whoOf(run),
    prompt: request?.prompt ?? "",
    context: [...(request?.context ?? [])],
    files: [...(request?.files ?? [])],
    maxSteps: run.max_steps,
    notes: Object.entries(run.metadata)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
    previous: request?.previous_run ?? null,
    schema: request?.output_schema ?? null,
  };
}

function whoOf(run: Run): string {
  // A member of a network acted for its agent; the network's own run has no agent.
  return run.agent ?? run.network ?? run.model;
}

/** A question about a run's answer, with the same sources. */
export function followUpOf(run: Run, prompt: string): Draft {
  return { ...draftOf(run), prompt, files: [], previous: run.id, schema: null };
}

/** Who answers, and the body of the request. */
export function requestOf(draft: Draft) {
  return {
    who: draft.who,
    body: {
      prompt: draft.prompt,
      context: draft.context,
      files: draft.files,
      metadata: pairsOf(draft.notes),
      ...(draft.maxSteps === null ? {} : { max_steps: draft.maxSteps }),
      ...(draft.previous ? { previous_run: draft.previous } : {}),
      ...(draft.schema ? { output_schema: draft.schema } : {}),
    },
  };
}
