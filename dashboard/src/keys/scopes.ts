// Every scope there is, by what it is about; a key can be given any that its maker has.

export const READ_ONLY_NOUNS = ["models", "analytics", "audit", "events"];
export const NOUNS = ["runs", "files", "agents", "networks", "keys", "webhooks", "projects"];
export const SOURCE_NOUNS = ["calendar", "documents", "finance"];

export interface ScopeGroup {
  noun: string;
  scopes: string[];
}

export const SCOPE_GROUPS: ScopeGroup[] = [
  ...SOURCE_NOUNS.map((noun) => ({ noun, scopes: [`${noun}:read`] })),
  ...NOUNS.map((noun) => ({ noun, scopes: [`${noun}:read`, `${noun}:write`] })),
  ...READ_ONLY_NOUNS.map((noun) => ({ noun, scopes: [`${noun}:read`] })),
];

export const ALL_SCOPES = SCOPE_GROUPS.flatMap((group) => group.scopes);
