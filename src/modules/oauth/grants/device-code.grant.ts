import OAuth2Server from '@node-oauth/oauth2-server';
import type { DeviceRequest } from '../device/device-requests.repository.js';
import type { OauthErrorCode } from '../oauth-errors.js';
import type { OauthClient } from './oauth-client.js';
import type { GrantModel, SavedToken } from './grant-model.js';
import type { TokenRequest } from './token-request.js';

/** A grant that the library does not provide (RFC 8628; contract: oauth §14.6). */
export class DeviceCodeGrant extends OAuth2Server.AbstractGrantType {
  static readonly type = 'urn:ietf:params:oauth:grant-type:device_code';
  static readonly requiredParams = ['device_code'];
  static readonly isUnlisted = true; // the metadata lists its endpoint instead

  declare readonly model: GrantModel;

  override handle(request: TokenRequest, client: OauthClient): Promise<SavedToken | null> {
    return this.model.transaction(() => this.exchange(request, client));
  }

  private async exchange(request: TokenRequest, client: OauthClient): Promise<SavedToken | null> {
    const device = await this.getDeviceRequest(request, client);
    await this.model.devices.notePoll(device);
    const userId = approvedBy(device);
    const scope = [...device.scopes];
    const owner = await this.model.devices.use(device, userId);
    const accessToken = await this.generateAccessToken(client, owner, scope);
    const refreshToken = await this.generateRefreshToken(client, owner, scope);
    return this.model.saveToken({ accessToken, refreshToken, scope, client, user: owner }, client, owner);
  }

  /** Returns the request of this client's device as long as it can be decided or exchanged. */
  private async getDeviceRequest({ params }: TokenRequest, { application }: OauthClient): Promise<DeviceRequest> {
    const device = await this.model.devices.lock(params.get('device_code') ?? '');
    if (!device || device.applicationId !== application?.id) {
      throw refusal('invalid_grant');
    }
    if (device.state === 'used') {
      await this.model.devices.revokeReplayed(device);
      throw refusal('invalid_grant');
    }
    if (device.isExpired) {
      throw refusal('expired_token');
    }
    return device;
  }
}

const refusal = (name: OauthErrorCode) => new OAuth2Server.OAuthError(name, { code: 400, name });

/** Returns the user who approved the request. Throws the error that the device gets until then. */
function approvedBy({ state, userId, isTooSoon, isUserLive }: DeviceRequest): number {
  if (isTooSoon || state !== 'approved' || userId === null) {
    throw refusal(isTooSoon ? 'slow_down' : state === 'denied' ? 'access_denied' : 'authorization_pending');
  }
  if (!isUserLive) {
    throw refusal('invalid_grant');
  }
  return userId;
}
