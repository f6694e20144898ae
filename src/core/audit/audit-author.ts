import type { Caller } from '../access/caller.js';

/** Who did it: a caller of the API, or whom another protocol let in. */
export type AuditAuthor = Pick<Caller, 'account' | 'userId' | 'address' | 'sudoBy' | 'credential'>;
