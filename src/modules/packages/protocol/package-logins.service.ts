import { Injectable } from '@nestjs/common';
import { isBasic, readBasic } from '../../../common/text/basic-login.js';
import { bearerToken } from '../../../common/text/bearer-token.js';
import { refuseInactive } from '../../../core/access/account-state.js';
import { header } from '../../../core/access/request-credentials.js';
import { AccessTokenCredential } from '../../../core/credentials/access-token.credential.js';
import type { FoundCredential, PresentedSecret } from '../../../core/credentials/credential-kind.js';
import { CredentialsService } from '../../../core/credentials/credentials.service.js';
import type { AdmittedKind } from '../../../core/credentials/credentials.service.js';
import { DeployTokenCredential } from '../../../core/credentials/deploy-token.credential.js';
import { JOB_USER_NAMES, JobTokenCredential } from '../../../core/credentials/job-token.credential.js';
import { OauthTokenCredential } from '../../../core/credentials/oauth-token.credential.js';
import { PasswordCredential } from '../../../core/credentials/password.credential.js';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { clientAddressOf } from '../../../platform/http/request-state.js';
import { packageLoginNeeded } from '../access/package-errors.js';
import { ANONYMOUS } from './package-subject.js';
import type { PackageSubject } from './package-subject.js';

type Admitted = readonly AdmittedKind<PresentedSecret>[];

const TOKENS: Admitted = [{ kind: OauthTokenCredential }, { kind: AccessTokenCredential }];
const DECIDING: Admitted = [{ kind: JobTokenCredential }, { kind: OauthTokenCredential }];
const BEARERS: Admitted = [{ kind: JobTokenCredential }, ...TOKENS, { kind: DeployTokenCredential }];
/** In the order in which they are tried; a token is accepted with any user name (contract: packages §4.1). */
const LOGINS: Admitted = [
  { kind: JobTokenCredential, isMeant: ({ username }) => JOB_USER_NAMES.includes(username ?? '') },
  ...TOKENS,
  { kind: DeployTokenCredential },
  { kind: PasswordCredential },
];

/** Headers that contain only a secret. */
const HEADERS: readonly { readonly name: string; readonly admitted: Admitted }[] = [
  { name: 'private-token', admitted: TOKENS },
  { name: 'job-token', admitted: [{ kind: JobTokenCredential }] },
  { name: 'deploy-token', admitted: [{ kind: DeployTokenCredential }] },
];
/**
 * Sent in addition to other credentials, which take precedence; clients send any text in it if those are sufficient
 * (contract: packages §5.5).
 */
const API_KEY = 'x-nuget-apikey';

interface PresentedLogin {
  readonly admitted: Admitted;
  readonly secret: string;
  readonly username: string | null;
}

/** The subject of a request. `noteUse` records the use of its credential; it is called once the credential covers the request. */
export interface PackageLogin {
  readonly subject: PackageSubject;
  readonly noteUse: () => void;
}

const ANONYMOUS_LOGIN: PackageLogin = { subject: ANONYMOUS, noteUse: () => undefined };

/** Authenticates requests of package protocols (contract: packages §4.1). */
@Injectable()
export class PackageLoginsService {
  constructor(private readonly credentials: CredentialsService) {}

  /**
   * Returns the anonymous login for a request without credentials. Throws 401 for invalid ones, 403 for those of an
   * account that may not act (contract: conventions §6.2), and 429 after too many wrong passwords.
   */
  of(request: HttpRequest): Promise<PackageLogin> {
    return this.find(request.headers, clientAddressOf(request));
  }

  /** Like {@link of}, but for headers of an earlier request, used from this address. */
  async find(headers: HttpRequest['headers'], address: string): Promise<PackageLogin> {
    const login = presentedIn(headers);
    if (!login) {
      return ANONYMOUS_LOGIN;
    }
    const { admitted, secret, username } = login;
    const found =
      (await this.decidingBearer(headers, address)) ??
      (await this.credentials.find(admitted, { secret, username, address }));
    if (found?.fault === 'inactive account' && found.account) {
      refuseInactive(found.account);
    }
    if (found?.fault !== null) {
      throw packageLoginNeeded();
    }
    return {
      subject: found.holder,
      noteUse: () => {
        found.noteUse();
      },
    };
  }

  /**
   * A known OAuth token takes precedence over every other credential, and so does the token of a running job (contract:
   * conventions §6.1).
   */
  private async decidingBearer(headers: HttpRequest['headers'], address: string): Promise<FoundCredential | null> {
    const secret = bearerToken(headers.authorization);
    const isAlone = HEADERS.every(({ name }) => header({ headers }, name) === undefined);
    if (secret === undefined || isAlone) {
      return null;
    }
    const found = await this.credentials.find(DECIDING, { secret, username: null, address });
    return found?.fault === 'job has ended' ? null : found;
  }
}

/** Returns the headers that contain credentials. */
export const credentialsIn = (headers: HttpRequest['headers']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['authorization', API_KEY, ...HEADERS.map(({ name }) => name)].flatMap((name) => {
      const value = header({ headers }, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

/**
 * Returns the credentials in the headers; null if there are none, or with an empty secret. Throws 401 for credentials
 * that cannot be parsed.
 */
function presentedIn(headers: HttpRequest['headers']): PresentedLogin | null {
  for (const { name, admitted } of HEADERS) {
    const secret = header({ headers }, name);
    if (secret !== undefined) {
      return { admitted, secret, username: null };
    }
  }
  const login = authorizationIn(headers.authorization ?? '');
  const apiKey = header({ headers }, API_KEY);
  return login ?? (apiKey === undefined ? null : { admitted: BEARERS, secret: apiKey, username: null });
}

function authorizationIn(authorization: string): PresentedLogin | null {
  const bearer = bearerToken(authorization);
  if (bearer !== undefined) {
    return { admitted: BEARERS, secret: bearer, username: null };
  }
  if (!isBasic(authorization)) {
    return null;
  }
  const login = readBasic(authorization);
  if (!login) {
    throw packageLoginNeeded();
  }
  return login.secret.trim() === '' ? null : { admitted: LOGINS, ...login };
}
