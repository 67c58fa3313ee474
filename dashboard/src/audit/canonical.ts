// Canonical JSON (RFC 8785) of what audit entries and receipts hold: no fractions.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "number" && !Number.isSafeInteger(value))
    throw new RangeError("canonical JSON holds integers of at most 53 bits here");
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  // JavaScript compares strings by UTF-16 code units, as the RFC wants.
  const pairs = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name] as Json)}`);
  return `{${pairs.join(",")}}`;
}
