import { Inject, Injectable } from '@nestjs/common';
import { isBasic, readBasic } from '../../common/text/basic-login.js';
import { GIT_CREDENTIAL_LIST } from './credentials/git-credential.js';
import type { GitCredential, GitLogin } from './credentials/git-credential.js';
import { accessDenied } from './git-refusal.js';
import { ANONYMOUS } from './git-subject.js';
import type { GitSubject } from './git-subject.js';

const BEARER = /^bearer +(\S+) *$/i;

/** Finds out who speaks git to us (contract: git §5.2). */
@Injectable()
export class GitLoginService {
  constructor(@Inject(GIT_CREDENTIAL_LIST) private readonly credentials: readonly GitCredential[]) {}

  /** Nobody without credentials. Throws 401 for wrong ones, whatever they are for, and 429 for too many wrong passwords. */
  async subjectOf(authorization: string | undefined, address: string): Promise<GitSubject> {
    const login = readLogin(authorization ?? '');
    if (!login) {
      return ANONYMOUS;
    }
    for (const credential of this.credentials) {
      const subject = await credential.find({ ...login, address });
      if (subject) {
        return subject;
      }
    }
    throw accessDenied();
  }
}

/**
 * Null for no credential: a blank user name or password is none (contract: git §5.2). Throws 401 for what cannot be read,
 * which is none that anybody knows.
 */
function readLogin(authorization: string): Omit<GitLogin, 'address'> | null {
  const bearer = BEARER.exec(authorization)?.[1];
  if (bearer !== undefined) {
    return { scheme: 'bearer', username: '', secret: bearer };
  }
  if (!isBasic(authorization)) {
    return null;
  }
  const login = readBasic(authorization);
  if (!login) {
    throw accessDenied();
  }
  return login.username.trim() === '' || login.secret.trim() === '' ? null : { scheme: 'basic', ...login };
}
