import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { SigningKeysService } from '../../../core/signing-keys/signing-keys.service.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { clientAddressOf } from '../../../platform/http/request-state.js';
import { packageLoginNeeded } from '../access/package-errors.js';
import { credentialsIn, PackageLoginsService } from './package-logins.service.js';
import type { PackageLogin } from './package-logins.service.js';
import { PackageSudoService, sudoIn } from './package-sudo.service.js';

/** The audience of a pass, and how long it is valid. */
export interface PassTerms {
  readonly audience: string;
  readonly seconds: number;
}

/**
 * Issues passes: signed, short-lived tokens for one audience, which represent the credentials of a request where a
 * client cannot send these. A pass contains the credentials, and the user of sudo, encrypted. They are checked again
 * with each use, so that a pass ends with its token or job.
 */
@Injectable()
export class PackagePassesService {
  constructor(
    private readonly keys: SigningKeysService,
    private readonly secrets: SecretBox,
    private readonly logins: PackageLoginsService,
    private readonly sudo: PackageSudoService,
    private readonly clock: Clock,
  ) {}

  /** Issues a JSON web token with the credentials of the request. */
  issue(request: HttpRequest, { audience, seconds }: PassTerms): Promise<string> {
    const now = this.seconds();
    const login = this.secrets
      .seal(JSON.stringify({ ...credentialsIn(request.headers), sudo: sudoIn(request) }))
      .toString('base64url');
    return this.keys.sign({ aud: audience, iat: now, exp: now + seconds, login });
  }

  /**
   * Returns the login that a pass represents. Throws 401 for a pass that is forged, expired, or for another audience,
   * and for credentials that are no longer valid.
   */
  async redeem(pass: string, audience: string, request: HttpRequest): Promise<PackageLogin> {
    const claims = await this.keys.verify(pass);
    const { aud, exp, login } = claims ?? {};
    if (aud !== audience || typeof exp !== 'number' || exp <= this.seconds() || typeof login !== 'string') {
      throw packageLoginNeeded();
    }
    const { sudo, ...headers } = headersIn(this.secrets.open(Buffer.from(login, 'base64url')));
    const address = clientAddressOf(request);
    const found = await this.logins.find(headers, address);
    return { ...found, subject: await this.sudo.acting(found.subject, sudo, address) };
  }

  private seconds(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}

function headersIn(text: string): Readonly<Record<string, string>> {
  const value: unknown = JSON.parse(text);
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([name, held]: [string, unknown]) => [name, String(held)]));
}
