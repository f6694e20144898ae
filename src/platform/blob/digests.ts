import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { DigestAlgorithm } from './blob-store.js';

/** Returns hashes that are all updated in one pass over the bytes. */
export function startHashes(algorithms: readonly DigestAlgorithm[]): Map<DigestAlgorithm, Hash> {
  return new Map(algorithms.map((algorithm) => [algorithm, createHash(algorithm)]));
}

/** Returns the requested digests in lower-case hex and ends their hashes; throws for one that was not started. */
export function digestsFrom<A extends DigestAlgorithm>(
  hashes: ReadonlyMap<DigestAlgorithm, Hash>,
  wanted: readonly A[],
): Record<A, string> {
  const digests: Partial<Record<A, string>> = {};
  for (const algorithm of new Set(wanted)) {
    digests[algorithm] = hashes.get(algorithm)?.digest('hex');
  }
  if (!hasAll(digests, wanted)) {
    throw new Error(`not every digest of ${wanted.join(', ')} was computed`);
  }
  return digests;
}

function hasAll<A extends DigestAlgorithm>(
  found: Partial<Record<A, string>>,
  wanted: readonly A[],
): found is Record<A, string> {
  return wanted.every((algorithm) => found[algorithm] !== undefined);
}
