// Every scope there is, by what it is about; a key can be given any that its maker has.

import type { Schema } from "../shared/api";

export type ScopeName = Schema<"ScopeName">;

const READ_ONLY_NOUNS = ["models", "analytics", "audit", "events"] as const;
const SOURCE_NOUNS = ["calendar", "documents", "finance"] as const;
const WORK_NOUNS = ["runs", "files", "agents", "networks"] as const;
const NOUNS = [...WORK_NOUNS, "keys", "webhooks", "projects"] as const;

export interface ScopeGroup {
  noun: string;
  scopes: ScopeName[];
}

const readOnly = (noun: (typeof SOURCE_NOUNS | typeof READ_ONLY_NOUNS)[number]): ScopeGroup => ({
  noun,
  scopes: [`${noun}:read`],
});
const readAndWrite = (noun: (typeof NOUNS)[number]): ScopeGroup => ({
  noun,
  scopes: [`${noun}:read`, `${noun}:write`],
});

export const SCOPE_GROUPS: ScopeGroup[] = [
  ...SOURCE_NOUNS.map(readOnly),
  ...NOUNS.map(readAndWrite),
  ...READ_ONLY_NOUNS.map(readOnly),
];

export const ALL_SCOPES = SCOPE_GROUPS.flatMap((group) => group.scopes);

/** What a command line usually needs. */
export const USUAL_SCOPES: ScopeName[] = [
  ...[...SOURCE_NOUNS.map(readOnly), ...WORK_NOUNS.map(readAndWrite)].flatMap(
    (group) => group.scopes,
  ),
  "models:read",
];
