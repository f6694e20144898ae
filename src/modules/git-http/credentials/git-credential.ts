import type { GitSubject } from '../git-subject.js';

/** What a request presents: user name and secret of HTTP Basic, or a bearer token. */
export interface GitLogin {
  readonly scheme: 'basic' | 'bearer';
  /** Empty with a bearer token. */
  readonly username: string;
  readonly secret: string;
  readonly address: string;
}

export const GIT_CREDENTIAL_LIST = Symbol('git credentials');

/**
 * One kind of secret that opens the git door. Answers whom it belongs to, or null when it is none of this kind and the
 * next kind decides; throws 401 when it is known and dead (contract: git §5.2).
 */
export abstract class GitCredential {
  abstract find(login: GitLogin): Promise<GitSubject | null>;
}
