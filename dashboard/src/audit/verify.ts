// Verifying the log from here: the signature, what this browser saw before, the entries shown.

import { get } from "../shared/api";
import { parseKey, readCheckpoint } from "./note";
import type { VerifierKey } from "./note";
import { checkCheckpoint, checkConsistency, checkInclusion } from "./proofs";
import type { AuditEntry, Finding } from "./proofs";
import { keep, kept } from "./witness";

export interface Verdict {
  findings: Finding[];
  /** The numbers of the entries that were proved to be in the signed tree. */
  proved: Set<number>;
  note: string;
  verifierKey: string;
}

const AT_ONCE = 4;

export async function verifyLog(entries: AuditEntry[], older: string): Promise<Verdict> {
  const answer = await get("/v1/audit_log/checkpoint");
  const key = await parseKey(answer.verifier_key);
  const [signed, checkpoint] = await checkCheckpoint(answer.note, key);
  const findings = [signed, ...(await compareWithKept(key, answer.verifier_key))];
  if (older.trim() !== "") findings.push(await compareWith(older, key));
  const proofs = await prove(entries, key);
  const proved = new Set(entries.filter((_, n) => proofs[n]?.isGood).map((entry) => entry.seq));
  findings.push(...proofs.filter((finding) => !finding.isGood));
  if (entries.length > 0 && proved.size === entries.length)
    findings.push({
      isGood: true,
      says: `Each of the ${proved.size} entries shown is whole and in the signed tree.`,
    });
  if (checkpoint && findings.every((finding) => finding.isGood))
    keep(checkpoint.origin, {
      note: answer.note,
      verifierKey: answer.verifier_key,
      at: new Date().toISOString(),
    });
  return { findings, proved, note: answer.note, verifierKey: answer.verifier_key };
}

async function compareWithKept(key: VerifierKey, written: string): Promise<Finding[]> {
  const before = kept(key.name);
  if (before === null)
    return [
      {
        isGood: true,
        says: "This browser has seen no earlier checkpoint of this log; it keeps this one.",
      },
    ];
  if (before.verifierKey !== written)
    return [
      {
        isGood: false,
        says: "The log is signed by another key than the last time. Ask the person who runs the server.",
      },
    ];
  return [await compareWith(before.note, key)];
}

async function compareWith(note: string, key: VerifierKey): Promise<Finding> {
  const [signed, older] = await checkCheckpoint(note, key);
  if (older === null) return { ...signed, says: `The earlier one: ${signed.says}` };
  const now = readCheckpoint((await get("/v1/audit_log/checkpoint")).note);
  if (older.size > now.size)
    return {
      isGood: false,
      says: `The log had ${older.size} entries and now has ${now.size}: it was put back.`,
    };
  const proof = await get("/v1/audit_log/consistency", { query: { from: older.size } });
  return checkConsistency(older, proof, key);
}

async function prove(entries: AuditEntry[], key: VerifierKey): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const some = entries.slice(at, at + AT_ONCE).map(async (entry) => {
      const proof = await get("/v1/audit_log/{seq}/proof", { path: { seq: entry.seq } });
      if (proof.entry.hash !== entry.hash)
        return { isGood: false, says: `Entry ${entry.seq} is not the one that is shown here.` };
      return checkInclusion(proof, key);
    });
    findings.push(...(await Promise.all(some)));
  }
  return findings;
}
