// This browser as a witness: it keeps the last checkpoint that it has verified of each log.

export interface Kept {
  note: string;
  verifierKey: string;
  at: string;
}

const PREFIX = "runwright.checkpoint.";

export function kept(origin: string): Kept | null {
  const stored = localStorage.getItem(PREFIX + origin);
  return stored === null ? null : (JSON.parse(stored) as Kept);
}

export function keep(origin: string, value: Kept): void {
  localStorage.setItem(PREFIX + origin, JSON.stringify(value));
}
