// Bytes in and out of text, and their SHA-256, by the browser's own cryptography.

export type Bytes = Uint8Array<ArrayBuffer>;

export const text = (value: string): Bytes => new TextEncoder().encode(value);

export function concat(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Standard base64, read strictly: whatever could be written otherwise is refused. */
export function decode64(value: string): Bytes {
  const bytes = Uint8Array.from(atob(value), (sign) => sign.charCodeAt(0));
  if (btoa(String.fromCharCode(...bytes)) !== value) throw new TypeError("this is not base64");
  return bytes;
}

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function fromHex(value: string): Bytes {
  if (!/^([0-9a-f]{2})*$/.test(value)) throw new TypeError("this is not hexadecimal");
  return Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, n) => byte === other[n]);

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
