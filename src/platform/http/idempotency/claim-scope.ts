import { AmbientValue } from '../../../common/concurrency/ambient-value.js';
import type { Claim } from './claim.js';

const claims = new AmbientValue<Claim>();

/**
 * Runs a write that manages its own transactions: one of them records that it was carried out, see
 * {@link currentKeyId}.
 */
export const withinClaim = <T>(claim: Claim | undefined, work: () => Promise<T>): Promise<T> =>
  claim ? claims.run(claim, work) : work();

/** Returns the id of the Idempotency-Key of the current write; null without one. */
export const currentKeyId = (): number | null => claims.get()?.id ?? null;
