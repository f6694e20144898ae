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

/** What a pass opens, and for how long. */
export interface PassTerms {
  readonly audience: string;
  readonly seconds: number;
}

/**
 * Passes stand for the credentials of the request that they are made for, where a client cannot send those: signed, short
 * lived, for one audience. The credentials, and whom they act as by sudo, lie in them sealed and are judged anew with each
 * use, so that a token that is revoked, or a job that ends, ends its passes.
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

  /** A JSON web token with the credentials of the request. */
  issue(request: HttpRequest, { audience, seconds }: PassTerms): Promise<string> {
    const now = this.seconds();
    const login = this.secrets
      .seal(JSON.stringify({ ...credentialsIn(request.headers), sudo: sudoIn(request) }))
      .toString('base64url');
    return this.keys.sign({ aud: audience, iat: now, exp: now + seconds, login });
  }

  /** Whose pass it is. Throws 401 for one that is forged, expired, for something else, or of credentials that ended. */
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
