import { Inject, Injectable } from '@nestjs/common';
import { GIT_CREDENTIAL_LIST } from './credentials/git-credential.js';
import type { GitCredential, GitLogin } from './credentials/git-credential.js';
import { accessDenied } from './git-refusal.js';
import { ANONYMOUS } from './git-subject.js';
import type { GitSubject } from './git-subject.js';

const BASIC = /^basic +([A-Za-z0-9+/_=-]+) *$/i;
const BEARER = /^bearer +(\S+) *$/i;

/** Finds out who speaks git to us (contract: git §5.2). */
@Injectable()
export class GitLogins {
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

/** A blank user name or a blank password is no credential. */
function readLogin(authorization: string): Omit<GitLogin, 'address'> | null {
  const bearer = BEARER.exec(authorization)?.[1];
  if (bearer !== undefined) {
    return { scheme: 'bearer', username: '', secret: bearer };
  }
  const text = Buffer.from(BASIC.exec(authorization)?.[1] ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const [username, secret] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)];
  return colon < 0 || username.trim() === '' || secret.trim() === '' ? null : { scheme: 'basic', username, secret };
}
