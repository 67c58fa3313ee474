// Exact decimals: amounts as files write them, added without rounding.

/** The number `units / 10 ** scale`. */
export interface Decimal {
  units: bigint;
  scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

const FORM = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d{1,2}))?$/i;

/** The number that a text such as `-42.10` or `1E+3` is; null when it is none. */
export function parse(text: string): Decimal | null {
  const [, sign, whole = "", fraction = "", exponent = "0"] = FORM.exec(text) ?? [];
  if (sign === undefined) return null;
  const units = BigInt(whole + fraction) * (sign === "-" ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

export function add(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  const units = [one, other].map((each) => each.units * 10n ** BigInt(scale - each.scale));
  return { units: units[0]! + units[1]!, scale };
}

/** Groups thousands and pads to the given number of decimals; never rounds. */
export function write({ units, scale }: Decimal, decimals = 2): string {
  const digits = `${units < 0n ? -units : units}`.padStart(scale + 1, "0");
  const cut = digits.length - scale;
  const whole = digits.slice(0, cut).replace(/\B(?=(\d{3})+$)/g, ",");
  const fraction = digits.slice(cut).replace(/0+$/, "").padEnd(decimals, "0");
  return (units < 0n ? "−" : "") + whole + (fraction && `.${fraction}`);
}
