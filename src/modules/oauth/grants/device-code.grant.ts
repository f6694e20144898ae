import OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable } from '@nestjs/common';
import { digestOf } from '../../../platform/crypto/random.js';
import { DeviceRequestsRepository } from '../device/device-requests.repository.js';
import type { DeviceRequest } from '../device/device-requests.repository.js';
import { FamiliesRepository } from '../families/families.repository.js';
import type { OauthErrorCode } from '../oauth-errors.js';
import { TokenIssueService } from '../tokens/token-issue.service.js';
import { DeviceCodeSteps } from './device-code.steps.js';
import { Grant, librarySaid, modelBase } from './grant.js';
import type { GrantCall, GrantModel, Keep } from './grant.js';

const refusal = (name: OauthErrorCode) => new OAuth2Server.OAuthError(name, { code: 400, name });

/** RFC 8628 (contract: oauth §14.6). */
@Injectable()
export class DeviceCodeGrant extends Grant {
  override readonly type = 'urn:ietf:params:oauth:grant-type:device_code';
  override readonly demands = ['device_code'];
  override readonly steps = DeviceCodeSteps;
  override readonly isNamed = false; // the metadata names its endpoint instead

  constructor(
    private readonly requests: DeviceRequestsRepository,
    private readonly families: FamiliesRepository,
    private readonly tokens: TokenIssueService,
  ) {
    super();
  }

  override modelFor(call: GrantCall, keep: Keep): GrantModel {
    const exchange = {
      ...modelBase(this.type),
      saveToken: async () => this.issue(await this.take(call), call, keep),
    };
    return exchange;
  }

  /** The request if its user has approved it; throws what the device is told meanwhile. */
  private async take({ params, client }: GrantCall): Promise<DeviceRequest & { readonly userId: number }> {
    const request = await this.requests.lockByDevice(digestOf(params.get('device_code') ?? ''));
    if (!request || request.applicationId !== client?.id) {
      throw refusal('invalid_grant');
    }
    if (request.state === 'used') {
      await this.families.revoke(request.familyId ?? 0, 'code replayed');
      throw refusal('invalid_grant');
    }
    if (request.isExpired) {
      throw refusal('expired_token');
    }
    await this.requests.notePoll(request.id, request.isTooSoon);
    const { state, userId, isTooSoon, isUserLive } = request;
    if (isTooSoon || state !== 'approved' || userId === null) {
      throw refusal(isTooSoon ? 'slow_down' : state === 'denied' ? 'access_denied' : 'authorization_pending');
    }
    if (!isUserLive) {
      throw refusal('invalid_grant');
    }
    return { ...request, userId };
  }

  private async issue(request: DeviceRequest & { readonly userId: number }, { client }: GrantCall, keep: Keep) {
    const { userId, scopes, authTime } = request;
    const familyId = await this.families.insert({
      applicationId: request.applicationId,
      userId,
      hasConsent: true,
      redirectUri: null,
      codeChallenge: null,
      scopes,
      authTime,
    });
    await this.requests.markUsed(request.id, familyId);
    const identity = authTime === null ? {} : { identity: { authTime, nonce: null } };
    const issued = await this.tokens.issue({ familyId, userId, client, scopes, isRenewable: true, ...identity });
    keep(issued);
    return librarySaid(this.type, userId);
  }
}
