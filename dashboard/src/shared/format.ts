// How numbers, times and sizes are written, the same on every page.

const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const times = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

export const number = (value: number): string => plain.format(value);
export const day = (stamp: string): string => days.format(new Date(stamp));
export const moment = (stamp: string): string => times.format(new Date(stamp));

const STEPS: [number, string][] = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** "3 minutes ago", for what is recent; the date otherwise. */
export function ago(stamp: string, now: number = Date.now()): string {
  const seconds = Math.round((now - Date.parse(stamp)) / 1000);
  if (seconds < 5 && seconds > -5) return "just now";
  if (seconds < 0 || seconds > 7 * 86_400) return day(stamp);
  const [size, name] = STEPS.find(([size]) => seconds >= size) ?? [1, "second"];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? "" : "s"} ago`;
}

/** A duration in microseconds: "840 µs", "12.8 ms", "1.94 s", "2 min 5 s". */
export function duration(us: number): string {
  if (us < 1000) return `${us} µs`;
  if (us < 999_500)
    return `${(us / 1000).toPrecision(us < 99_950 ? 3 : 4).replace(/\.0+$/, "")} ms`;
  if (us < 60_000_000) return `${(us / 1_000_000).toFixed(2)} s`;
  const seconds = Math.round(us / 1_000_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function bytes(count: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  if (unit === 0 && count === 1) return "1 byte";
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`;
}

/** "1 item", "3 items". */
export function count(many: number, one: string, several = `${one}s`): string {
  return `${number(many)} ${many === 1 ? one : several}`;
}

/** Seconds of a recording as "1:05". */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A decimal string of money without needless zeros, but never rounded. */
export function money(amount: string, currency: string): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const kept = fraction.replace(/0+$/, "").padEnd(2, "0");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${grouped}.${kept} ${currency}`;
}

/** A share between 0 and 1 as "87.5 %". */
export function share(value: number | null): string {
  return value === null ? "–" : `${number(Math.round(value * 1000) / 10)} %`;
}

/** An id short enough for a table: its kind and its last six characters. */
export function shortId(id: string): string {
  const [kind, ...rest] = id.split("_");
  const random = rest.join("_");
  return random.length > 8 ? `${kind}_…${random.slice(-6)}` : id;
}

/** The first line of a text, cut at a word. */
export function firstLine(text: string, most = 140): string {
  const line = text.split("\n")[0]?.trim() ?? "";
  if (line.length <= most) return line;
  const cut = line.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most / 2))}…`;
}
