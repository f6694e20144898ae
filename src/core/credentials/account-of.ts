import type { Account } from '../access/caller.js';

/**
 * Who asks by a protocol: users and running jobs act with an account, anonymous clients and deploy tokens have none.
 */
type ProtocolSubject =
  { readonly kind: 'user' | 'job'; readonly account: Account } | { readonly kind: 'anonymous' | 'deploy_token' };

/** The account that the subject of a protocol acts with; null for one without an account. */
export const accountOf = (subject: ProtocolSubject): Account | null =>
  subject.kind === 'user' || subject.kind === 'job' ? subject.account : null;
