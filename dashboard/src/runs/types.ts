// Runs as the service shows them, and the entries of their traces.

import type { Schema } from "../shared/api";

export type Run = Schema<"RunShape">;
export type Timeline = Schema<"TimelineShape">;
export type RunSource = Schema<"SourceShape">;
export type Artifact = Schema<"ArtifactShape">;
export type Step = Schema<"StepShape">;
export type Answer = Schema<"AnswerShape">;
export type Part = Schema<"PartShape">;
export type Replay = Schema<"ReplayShape">;

export type Entry =
  | { type: "plan"; ms: number; steps: number }
  | { type: "model"; n: number; input_tokens: number; output_tokens: number }
  | { type: "attachment"; file: string; scope: string; items: number }
  | { type: "context"; source: string; scope: string; items: number }
  | { type: "step"; n: number; action: string }
  | { type: "result"; ms_total: number };

export const SOURCES = ["calendar", "documents", "finance"] as const;
export type ContextSource = (typeof SOURCES)[number];

export function traceOf(run: Run): Entry[] {
  return (run.trace ?? []) as unknown as Entry[];
}
