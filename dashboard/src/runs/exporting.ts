// A run as a file: JSON with everything, Markdown for people, a bundle that proves it.

import { get } from "../shared/api";
import { duration, moment } from "../shared/format";
import { saveBlob } from "../shared/save";
import type { Run, RunSource, Step } from "./types";
import { readable } from "./values";
import { wordsOf } from "./words";

export type Format = "json" | "markdown" | "proof";

/** Fetch what a format needs, and save it under a name that says which run it is. */
export async function save(run: Run, format: Format): Promise<void> {
  const path = { id: run.id };
  if (format === "proof") {
    const proof = await get("/v1/runs/{id}/proof", { path });
    return saveText(`${run.id}.proof.json`, "application/json", JSON.stringify(proof, null, 2));
  }
  const [steps, sources] = await Promise.all([
    get("/v1/runs/{id}/steps", { path }),
    get("/v1/runs/{id}/sources", { path }),
  ]);
  if (format === "markdown") {
    const text = asMarkdown(run, steps.data, sources.data);
    return saveText(`${run.id}.md`, "text/markdown", text);
  }
  const answer = await get("/v1/runs/{id}/answer", { path });
  const whole = { ...run, answer, steps: steps.data, sources: sources.data };
  return saveText(`${run.id}.json`, "application/json", JSON.stringify(whole, null, 2));
}

function saveText(name: string, type: string, text: string): void {
  saveBlob(new Blob([text], { type }), name);
}

export function asMarkdown(run: Run, steps: Step[], sources: RunSource[]): string {
  const blocks = [
    `# ${run.request?.prompt ?? run.id}`,
    run.result?.summary ?? run.error?.message ?? `The run is ${run.status}.`,
  ];
  if (steps.length > 0) blocks.push("## Steps", steps.map(stepLine).join("\n"));
  const shown = sources.filter((source) => source.excerpt);
  if (shown.length > 0)
    blocks.push("## Evidence", shown.map((source) => `- ${oneLine(source.excerpt)}`).join("\n"));
  blocks.push("## Run", factLines(run).join("\n"));
  return `${blocks.join("\n\n")}\n`;
}

function stepLine(step: Step): string {
  const counts = step.looked_at ? ` (${step.looked_at} → ${step.kept ?? 0} records)` : "";
  const values = readable(step.result ?? {})
    .lines.slice(0, 3)
    .map(([name, value]) => `${name}: ${value}`)
    .join("; ");
  return `${step.n}. ${step.tool}: ${wordsOf(step.tool, step)}${counts}${values && `. ${values}`}`;
}

function factLines(run: Run): string[] {
  return [
    `- Id: ${run.id}`,
    `- Status: ${run.status}`,
    `- Model: ${run.model}`,
    `- Created: ${moment(run.created_at)}`,
    ...(run.usage ? [`- Took: ${duration(run.usage.ms_total * 1000)}`] : []),
  ];
}

function oneLine(text: string | null | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}
