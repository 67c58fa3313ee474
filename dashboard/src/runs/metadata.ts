// Metadata as people type it: a name, a colon and a value on each line.

export function pairsOf(text: string): Record<string, string> {
  const pairs = text
    .split("\n")
    .map((line): [string, string] => {
      const [name = "", ...value] = line.split(":");
      return [name.trim(), value.join(":").trim()];
    })
    .filter(([name]) => name !== "");
  return Object.fromEntries(pairs);
}
