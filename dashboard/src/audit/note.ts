// Checkpoints in signed notes, and the keys that sign them, as C2SP describes both.

import { concat, decode64, equal, hex, sha256, text } from "./bytes";
import type { Bytes } from "./bytes";

const ED25519 = 1;
const SIGNATURE_LINE = /^\u2014 (\S+) (\S+)$/;

export interface VerifierKey {
  name: string;
  id: Bytes;
  publicKey: Bytes;
}

export interface Checkpoint {
  origin: string;
  size: number;
  root: Bytes;
}

/** A verifier key in its text form, `<name>+<id>+<key>`. */
export async function parseKey(written: string): Promise<VerifierKey> {
  const [name = "", id = "", ...rest] = written.trim().split("+");
  const material = decode64(rest.join("+"));
  const publicKey = material.slice(1);
  if (name === "" || material[0] !== ED25519 || publicKey.length !== 32)
    throw new TypeError("not an Ed25519 verifier key");
  const digest = await sha256(concat(text(`${name}\n`), Uint8Array.of(ED25519), publicKey));
  const expected = digest.slice(0, 4);
  if (hex(expected) !== id) throw new TypeError("the verifier key’s id does not belong to it");
  return { name, id: expected, publicKey };
}

/** What a note says, whoever signed it. */
export function readCheckpoint(note: string): Checkpoint {
  const [origin = "", size = "", root = ""] = splitNote(note).body.split("\n");
  if (origin === "" || !/^(0|[1-9]\d{0,15})$/.test(size))
    throw new TypeError("not a checkpoint: an origin, a size and a root, each on a line");
  return { origin, size: Number(size), root: decode64(root) };
}

/** Whether a key has signed a note, and speaks for the log that the note is of. */
export async function isSignedBy(note: string, key: VerifierKey): Promise<boolean> {
  const { body, signatures } = splitNote(note);
  if (readCheckpoint(note).origin !== key.name) return false;
  const imported = await crypto.subtle.importKey("raw", key.publicKey, "Ed25519", false, [
    "verify",
  ]);
  for (const line of signatures) {
    const [, name, encoded = ""] = SIGNATURE_LINE.exec(line) ?? [];
    if (name !== key.name) continue;
    const bytes = decode64(encoded);
    if (!equal(bytes.slice(0, 4), key.id)) continue;
    if (await crypto.subtle.verify("Ed25519", imported, bytes.slice(4), text(body))) return true;
  }
  return false;
}

function splitNote(note: string): { body: string; signatures: string[] } {
  const gap = note.lastIndexOf("\n\n");
  if (gap < 0) throw new TypeError("not a signed note: it has no empty line");
  return {
    body: note.slice(0, gap + 1),
    signatures: note
      .slice(gap + 2)
      .trimEnd()
      .split("\n"),
  };
}
