// Checking proofs about a Merkle tree, as RFC 9162 (2.1.3.2 and 2.1.4.2) says.

import { concat, equal, sha256 } from "./bytes";
import type { Bytes } from "./bytes";

const HASH_SIZE = 32;

export const leafHash = (data: Bytes): Promise<Bytes> => sha256(concat(Uint8Array.of(0), data));

const nodeHash = (left: Bytes, right: Bytes): Promise<Bytes> =>
  sha256(concat(Uint8Array.of(1), left, right));

// Logs may grow beyond 32 bits, which the shift operators cut to.
const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;
const isHash = (value: Bytes): boolean => value.length === HASH_SIZE;

/** Whether the path leads from the hash of a leaf at that place to the root of the tree. */
export async function isIncluded(proof: {
  leaf: Bytes;
  index: number;
  size: number;
  path: Bytes[];
  root: Bytes;
}): Promise<boolean> {
  const { leaf, index, size, path, root } = proof;
  if (index < 0 || index >= size || !path.every(isHash)) return false;
  let [place, last, found] = [index, size - 1, leaf];
  for (const beside of path) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      found = await nodeHash(beside, found);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      found = await nodeHash(found, beside);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && equal(found, root);
}

/** Whether the path shows that the smaller tree is the beginning of the larger one. */
export async function isConsistent(proof: {
  first: number;
  second: number;
  path: Bytes[];
  firstRoot: Bytes;
  secondRoot: Bytes;
}): Promise<boolean> {
  const { first, second, path, firstRoot, secondRoot } = proof;
  if (first <= 0 || first > second || !path.every(isHash)) return false;
  if (first === second) return path.length === 0 && equal(firstRoot, secondRoot);
  // A full tree is a node of the larger one, and we have its hash already.
  const [start, ...rest] = isPowerOfTwo(first) ? [firstRoot, ...path] : path;
  if (start === undefined) return false;
  let [place, last] = [first - 1, second - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  let [older, newer] = [start, start];
  for (const beside of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      older = await nodeHash(beside, older);
      newer = await nodeHash(beside, newer);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      newer = await nodeHash(newer, beside);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && equal(older, firstRoot) && equal(newer, secondRoot);
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(Math.log2(value));
}
