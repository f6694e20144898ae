import { AmbientValue } from '../../../common/concurrency/ambient-value.js';
import type { Claim } from './claim.js';

const claims = new AmbientValue<Claim>();

/** Runs a write whose transactions are its own: one of them says that it was carried out, see {@link currentKeyId}. */
export const withinClaim = <T>(claim: Claim | undefined, work: () => Promise<T>): Promise<T> =>
  claim ? claims.run(claim, work) : work();

/** The Idempotency-Key of the write around the call; null without one. */
export const currentKeyId = (): number | null => claims.get()?.id ?? null;
