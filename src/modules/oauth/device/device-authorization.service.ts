import type { IncomingMessage } from 'node:http';
import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invalidField } from '../../../common/errors/catalogue.js';
import { PasswordChecks } from '../../../core/access/password-checks.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Env } from '../../../platform/config/env.js';
import { digestOf } from '../../../platform/crypto/random.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import type { Application } from '../applications/application.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';
import { ClientAuthenticationService } from '../clients/client-authentication.service.js';
import { invalidClient, oauthError } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';
import { requestedScopes } from '../scopes.js';
import { DEVICE_PATH, deviceAddressOf } from './device-address.js';
import { DeviceRequestsRepository } from './device-requests.repository.js';
import type { DeviceRequest } from './device-requests.repository.js';
import { newUserCode, plainUserCode } from './user-code.js';

/** Contract: oauth §14.6. */
const LIFE_SECONDS = 600;
const POLL_SECONDS = 5;

/** A device's request that awaits the user's decision. */
export interface PendingDevice {
  readonly request: DeviceRequest;
  readonly application: Application;
}

/**
 * Authorizes devices without a browser: they show a code, and their users decide on another device (contract: oauth
 * §14.6).
 */
@Injectable()
export class DeviceAuthorizationService {
  constructor(
    private readonly requests: DeviceRequestsRepository,
    private readonly clients: ClientAuthenticationService,
    private readonly applications: ApplicationsRepository,
    private readonly checks: PasswordChecks,
    private readonly secrets: SecretBox,
    private readonly env: Env,
  ) {}

  /** Throws 400 for invalid scopes, 401 for an unknown client or a wrong secret. */
  async begin(request: IncomingMessage, params: ProtocolParams) {
    const application = await this.clients.namedBy(request, params);
    if (!application) {
      throw invalidClient(false);
    }
    const scopes = requestedScopes(params.get('scope'), application.scopes);
    if (!scopes) {
      throw oauthError('invalid_scope');
    }
    const [deviceCode, userCode] = [randomBytes(32).toString('base64url'), newUserCode()];
    await this.requests.insert({
      deviceDigest: digestOf(deviceCode),
      userCodeDigest: this.digestOf(userCode),
      applicationId: application.id,
      scopes,
      lifeSeconds: LIFE_SECONDS,
      pollSeconds: POLL_SECONDS,
    });
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: this.env.baseUrl + DEVICE_PATH,
      verification_uri_complete: this.env.baseUrl + deviceAddressOf(userCode),
      expires_in: LIFE_SECONDS,
      interval: POLL_SECONDS,
    };
  }

  /** Finds the request of a code that a user entered. Throws 400 for a wrong code, 429 after too many. */
  async find({ account, browser }: WebContext, userCode: string): Promise<PendingDevice> {
    const found = await this.checks.attempt(`device code of ${account?.id ?? 0}`, browser.address, () =>
      this.requests.findPending(this.digestOf(userCode)),
    );
    const application = found && (await this.applications.find(found.applicationId));
    const mayAsk = found?.scopes.every((scope) => scope !== 'sudo' || account?.isAdmin) ?? false;
    if (!found || !application || !mayAsk) {
      throw invalidField('user_code', 'is unknown or has expired');
    }
    return { request: found, application };
  }

  /** Throws 400 if the request has already been decided. */
  async decide(
    { request }: PendingDevice,
    decision: 'approved' | 'denied',
    { account, session }: WebContext,
  ): Promise<void> {
    const done = await this.requests.decide(request.id, decision, account?.id ?? 0, session?.signedInAt ?? null);
    if (!done) {
      throw invalidField('user_code', 'is unknown or has expired');
    }
  }

  /** Uses a keyed digest, because short codes could be guessed from a plain one. */
  private digestOf(userCode: string): Buffer {
    return this.secrets.keyed(`device user code ${plainUserCode(userCode)}`);
  }
}
