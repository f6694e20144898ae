import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { HOUR_SECONDS } from '../../../common/time/units.js';
import { signJwt } from '../../../platform/crypto/jws.js';
import { OutboundFailure } from '../../../platform/outbound/outbound-failure.js';
import { metricsServer, proxyAccountOf } from '../kinds/metrics-server.kind.js';
import { textAt } from '../kinds/payload/read-payload.js';
import { OK } from '../kinds/status-read.js';
import type { StatusAnswer } from '../kinds/status-read.js';
import type { IdentityToken, Settings } from '../kinds/step.js';
import { VendorBases } from '../vendor-bases/vendor-bases.js';
import { OutboundReadsService } from './outbound-reads.service.js';
import { readAccount } from './service-account.js';
import type { ServiceAccount } from './service-account.js';

/** Audience of the assertion, whatever address it is sent to. */
const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LIFETIME_SECONDS = HOUR_SECONDS;
/** Characters and length that a header can hold. */
const TOKEN = /^[\w.~+/=-]{1,8192}$/;
const ERROR_WORD = /^[a-z_]{1,40}$/;

/**
 * Identity tokens from Google, for metrics servers behind its proxy: an assertion signed by the service account is
 * exchanged for a token at one fixed address (contract: integrations §6.6).
 */
@Injectable()
export class IdentityTokensService {
  constructor(
    private readonly reads: OutboundReadsService,
    private readonly vendors: VendorBases,
    private readonly clock: Clock,
  ) {}

  /** Null if the settings do not name both an account and an audience. */
  async of(settings: Settings): Promise<IdentityToken | null> {
    const named = proxyAccountOf(settings);
    if (!named) {
      return null;
    }
    const account = await readAccount(named.account);
    const assertion = account && (await this.assertion(account, named.audience).catch(() => null));
    return assertion === null
      ? { problem: 'The private key of the service account cannot be used.' }
      : this.exchanged(assertion);
  }

  private assertion({ email, kid, privateKey }: ServiceAccount, audience: string): Promise<string> {
    const issuedAt = Math.floor(this.clock.millis() / 1000);
    const claims = {
      iss: email,
      sub: email,
      aud: TOKEN_ADDRESS,
      target_audience: audience,
      iat: issuedAt,
      exp: issuedAt + LIFETIME_SECONDS,
    };
    return signJwt(claims, { kid, privateKey });
  }

  private async exchanged(assertion: string): Promise<IdentityToken> {
    const { slug } = metricsServer;
    const url = `${this.vendors.baseOf(slug)}/token`;
    try {
      const body = { form: { grant_type: GRANT, assertion } };
      return tokenIn(await this.reads.read(slug, { method: 'POST', url, body }));
    } catch (error) {
      if (!(error instanceof OutboundFailure)) {
        throw error;
      }
      return { problem: `Google could not be asked for an identity token: ${error.code.replaceAll('_', ' ')}.` };
    }
  }
}

function tokenIn({ status, json }: StatusAnswer): IdentityToken {
  const token = textAt(json, 'id_token');
  if (status === OK && TOKEN.test(token)) {
    return { token };
  }
  const word = textAt(json, 'error');
  const reason = ERROR_WORD.test(word) ? ` (${word})` : '';
  return { problem: `Google gave no identity token: it answered ${status}${reason}.` };
}
