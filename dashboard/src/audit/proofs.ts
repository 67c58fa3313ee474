// What can be said about answers of the service with public keys alone.

import type { Schema } from "../shared/api";
import { decode64, fromHex, hex, sha256, text } from "./bytes";
import { canonical } from "./canonical";
import type { Json } from "./canonical";
import { isSignedBy, parseKey, readCheckpoint } from "./note";
import type { Checkpoint, VerifierKey } from "./note";
import { isConsistent, isIncluded, leafHash } from "./tree";

export type AuditEntry = Schema<"AuditEntry">;

/** A thing that was checked, and how that went. */
export interface Finding {
  isGood: boolean;
  says: string;
}

const good = (says: string): Finding => ({ isGood: true, says });
const bad = (says: string): Finding => ({ isGood: false, says });

/** Whether this browser can check anything: it offers cryptography only on secure pages. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Whether an entry's hash is that of its content. */
export async function isWhole(entry: AuditEntry): Promise<boolean> {
  const { hash, ...content } = entry;
  return hex(await sha256(text(canonical(content as unknown as Json)))) === hash;
}

export async function checkCheckpoint(
  note: string,
  key: VerifierKey,
): Promise<[Finding, Checkpoint | null]> {
  const checkpoint = readCheckpoint(note);
  if (await isSignedBy(note, key))
    return [
      good(`The checkpoint of ${checkpoint.size} entries is signed by the log’s key.`),
      checkpoint,
    ];
  return [bad("The checkpoint is not signed by the log’s key."), null];
}

/** Whether an entry is whole and in the tree that was signed. */
export async function checkInclusion(
  proof: Schema<"ProofShape">,
  key: VerifierKey,
): Promise<Finding> {
  const { entry, note } = proof;
  const name = `Entry ${entry.seq}`;
  if (!(await isWhole(entry))) return bad(`${name}: its content does not match its hash.`);
  if (!(await isSignedBy(note, key))) return bad(`${name}: its checkpoint is not signed.`);
  const { size, root } = readCheckpoint(note);
  const isThere = await isIncluded({
    leaf: await leafHash(fromHex(entry.hash)),
    index: entry.seq - 1,
    size,
    path: proof.hashes.map(decode64),
    root,
  });
  return isThere
    ? good(`${name} is in the signed tree of ${size} entries.`)
    : bad(`${name} is not in the tree that was signed.`);
}

/** Whether the log still begins with what an earlier checkpoint covered. */
export async function checkConsistency(
  older: Checkpoint,
  proof: Schema<"ConsistencyShape">,
  key: VerifierKey,
): Promise<Finding> {
  if (proof.note === null || !(await isSignedBy(proof.note, key)))
    return bad("The proof’s checkpoint is not signed by the log’s key.");
  const newer = readCheckpoint(proof.note);
  const holds = await isConsistent({
    first: older.size,
    second: newer.size,
    path: proof.hashes.map(decode64),
    firstRoot: older.root,
    secondRoot: newer.root,
  });
  return holds
    ? good(`The log still begins with the ${older.size} entries of the earlier checkpoint.`)
    : bad(
        `The log was rewritten: it does not begin with the ${older.size} entries of the earlier checkpoint.`,
      );
}

/** Whether a receipt of an erasure was signed, and its entry is in the tree. */
export async function checkReceipt(receipt: Schema<"ReceiptShape">): Promise<Finding[]> {
  const key = await parseKey(receipt.verifier_key);
  const { signature, proof, ...content } = receipt;
  const imported = await crypto.subtle.importKey("raw", key.publicKey, "Ed25519", false, [
    "verify",
  ]);
  const message = text(canonical(content as unknown as Json));
  const isSigned = await crypto.subtle.verify("Ed25519", imported, decode64(signature), message);
  const findings = [
    isSigned
      ? good("The receipt is signed by the log’s key.")
      : bad("The receipt’s signature does not belong to it."),
  ];
  if (!proof) return [...findings, bad("The receipt has no proof: the log was forged before it.")];
  if (proof.entry.seq !== receipt.audit_seq)
    return [...findings, bad("The proof is of another entry.")];
  return [...findings, await checkInclusion(proof, key)];
}
