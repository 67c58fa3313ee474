// What was asked in this tab. The service does not repeat a prompt, and neither does any storage.

const prompts = new Map<string, string>();

export function remember(runId: string, prompt: string): void {
  prompts.set(runId, prompt);
}

export function askedHere(runId: string): string | undefined {
  return prompts.get(runId);
}
