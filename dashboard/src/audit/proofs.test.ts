// Against answers that were recorded from a real server, and against each of them altered.

import { describe, expect, test } from "vitest";
import type { Schema } from "../shared/api";
import { canonical } from "./canonical";
import { isSignedBy, parseKey, readCheckpoint } from "./note";
import { checkConsistency, checkInclusion, checkReceipt, isWhole } from "./proofs";
import recorded from "./recorded.json";

const checkpoint = recorded.checkpoint as Schema<"CheckpointShape">;
const proof = recorded.proof as unknown as Schema<"ProofShape">;
const consistency = recorded.consistency as Schema<"ConsistencyShape">;
const receipt = recorded.receipt as unknown as Schema<"ReceiptShape">;
const key = await parseKey(checkpoint.verifier_key);

describe("a checkpoint", () => {
  test("says what the answer says, and is signed", async () => {
    expect(readCheckpoint(checkpoint.note).size).toBe(checkpoint.size);
    expect(await isSignedBy(checkpoint.note, key)).toBe(true);
  });

  test("with another size is not signed", async () => {
    const altered = checkpoint.note.replace(`\n${checkpoint.size}\n`, `\n${checkpoint.size + 1}\n`);
    expect(altered).not.toBe(checkpoint.note);
    expect(await isSignedBy(altered, key)).toBe(false);
  });

  test("is not taken from the key of another log", async () => {
    expect(await isSignedBy(checkpoint.note, { ...key, name: "runwright/other" })).toBe(false);
  });

  test("does not pass with a key whose id is not its own", async () => {
    const altered = checkpoint.verifier_key.replace(/\+[0-9a-f]{8}\+/, "+00000000+");
    await expect(parseKey(altered)).rejects.toThrow("id");
  });
});

describe("an entry", () => {
  test("is whole and proved", async () => {
    expect(await isWhole(proof.entry)).toBe(true);
    expect(await checkInclusion(proof, key)).toMatchObject({ isGood: true });
  });

  test("that was altered is found out, with or without a new hash", async () => {
    const entry = { ...proof.entry, action: "runs.delete" };
    expect(await isWhole(entry)).toBe(false);
    expect(await checkInclusion({ ...proof, entry }, key)).toMatchObject({ isGood: false });
    const rehashed = { ...proof.entry, seq: proof.entry.seq + 1 };
    expect(await checkInclusion({ ...proof, entry: rehashed }, key)).toMatchObject({
      isGood: false,
    });
  });

  test("is not proved along another path", async () => {
    const hashes = [...proof.hashes].reverse();
    expect(await checkInclusion({ ...proof, hashes }, key)).toMatchObject({ isGood: false });
  });
});

describe("the log", () => {
  const older = readCheckpoint(checkpoint.note);

  test("still begins with the older checkpoint", async () => {
    expect(await checkConsistency(older, consistency, key)).toMatchObject({ isGood: true });
  });

  test("that was rewritten does not", async () => {
    const root = new Uint8Array(32);
    const finding = await checkConsistency({ ...older, root }, consistency, key);
    expect(finding).toMatchObject({ isGood: false });
    expect(finding.says).toContain("rewritten");
  });

  test("is not believed without a signed checkpoint", async () => {
    const unsigned = { ...consistency, note: null };
    expect(await checkConsistency(older, unsigned, key)).toMatchObject({ isGood: false });
  });
});

describe("a receipt", () => {
  test("is signed, and its entry is in the tree", async () => {
    const findings = await checkReceipt(receipt);
    expect(findings.map((finding) => finding.isGood)).toEqual([true, true]);
  });

  test("with other counts is not signed", async () => {
    const [signature] = await checkReceipt({ ...receipt, counts: { runs: 99 } });
    expect(signature).toMatchObject({ isGood: false });
  });
});

test("canonical JSON sorts names by UTF-16 and refuses fractions", () => {
  expect(canonical({ b: [1, "é\n"], a: null, "😀": true, ﬁ: 2 })).toBe(
    '{"a":null,"b":[1,"é\\n"],"😀":true,"ﬁ":2}',
  );
  expect(() => canonical({ a: 0.5 })).toThrow(RangeError);
});
