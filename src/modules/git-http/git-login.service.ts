import { Injectable } from '@nestjs/common';
import { isBasic, readBasic } from '../../common/text/basic-login.js';
import { bearerToken } from '../../common/text/bearer-token.js';
import { AccessTokenCredential } from '../../core/credentials/access-token.credential.js';
import type { PresentedSecret } from '../../core/credentials/credential-kind.js';
import { CredentialsService } from '../../core/credentials/credentials.service.js';
import type { AdmittedKind } from '../../core/credentials/credentials.service.js';
import { DeployTokenCredential } from '../../core/credentials/deploy-token.credential.js';
import { JOB_USER_NAMES, JobTokenCredential } from '../../core/credentials/job-token.credential.js';
import { OauthTokenCredential } from '../../core/credentials/oauth-token.credential.js';
import { PasswordCredential } from '../../core/credentials/password.credential.js';
import { PasswordLoginsService } from '../../core/sign-in/password-logins.service.js';
import { accessDenied, tokenNeeded } from './git-refusal.js';
import type { GitRefusal } from './git-refusal.js';
import { ANONYMOUS } from './git-subject.js';
import type { GitSubject } from './git-subject.js';

/** User name and secret of HTTP Basic, or a bearer token, which has no user name. */
type GitLogin = PresentedSecret & { readonly username: string | null };

const isBearer = ({ username }: GitLogin): boolean => username === null;
const isBasicLogin = (login: GitLogin): boolean => !isBearer(login);

/** Kinds of credentials in the order in which they are tried (contract: git §5.2). */
const ADMITTED: readonly AdmittedKind<GitLogin>[] = [
  {
    kind: JobTokenCredential,
    isMeant: (login) => isBearer(login) || JOB_USER_NAMES.includes(login.username ?? ''),
  },
  { kind: OauthTokenCredential, isMeant: (login) => isBearer(login) || login.username === 'oauth2' },
  { kind: AccessTokenCredential },
  { kind: DeployTokenCredential, isMeant: isBasicLogin },
  { kind: PasswordCredential, isMeant: isBasicLogin },
];

/** Authenticates requests of the git protocol (contract: git §5.2). */
@Injectable()
export class GitLoginService {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly passwords: PasswordLoginsService,
  ) {}

  /**
   * Returns the anonymous subject if there are no credentials. Throws 401 for wrong credentials, even where none are
   * needed, and 429 for too many wrong passwords.
   */
  async subjectOf(authorization: string | undefined, address: string): Promise<GitSubject> {
    const login = readLogin(authorization ?? '');
    if (!login) {
      return ANONYMOUS;
    }
    const found = await this.credentials.find(ADMITTED, { ...login, address });
    if (!found) {
      throw await this.refusalOf(login.username);
    }
    if (found.fault !== null) {
      throw accessDenied();
    }
    found.noteUse();
    return found.holder;
  }

  /** What was sent is no token, so it counts as a password (contract: git §5.2). */
  private async refusalOf(username: string | null): Promise<GitRefusal> {
    const named = username === null ? null : await this.passwords.find(username);
    return named?.hasTwoFactor === true ? tokenNeeded() : accessDenied();
  }
}

/**
 * Returns null without credentials; a blank user name or password counts as none (contract: git §5.2). Throws 401 for
 * unreadable credentials.
 */
function readLogin(authorization: string): Omit<GitLogin, 'address'> | null {
  const bearer = bearerToken(authorization);
  if (bearer !== undefined) {
    return { username: null, secret: bearer };
  }
  if (!isBasic(authorization)) {
    return null;
  }
  const login = readBasic(authorization);
  if (!login) {
    throw accessDenied();
  }
  return login.username.trim() === '' || login.secret.trim() === '' ? null : login;
}
