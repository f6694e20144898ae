import type { Account } from './caller.js';

// Who sends an Idempotency-Key, the same by every protocol: keys of different senders never meet (contract: conventions
// §12).

/** A user with all their credentials; apart from them, an administrator who acts as that user. */
export const userIdentity = (userId: number, sudoBy: Pick<Account, 'id'> | null): string =>
  sudoBy ? `user ${userId} by ${sudoBy.id}` : `user ${userId}`;

/** A job by its token. */
export const jobIdentity = (jobId: number): string => `job ${jobId}`;
