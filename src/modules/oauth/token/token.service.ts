import OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable } from '@nestjs/common';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { Env } from '../../../platform/config/env.js';
import { refersToDeleted } from '../../../platform/database/database-errors.js';
import { isByBasic } from '../clients/client-identification.js';
import type { GrantType } from '../grants/grant-type.js';
import { offeredGrants } from '../grants/index.js';
import { OauthModelService } from '../grants/oauth-model.service.js';
import type { TokenRequest } from '../grants/token-request.js';
import { invalidClient, invalidRequest, isOauthErrorCode, oauthError } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';
import type { IssuedToken } from '../grants/issued-token.js';
import { resourcesOf } from '../resources.js';
import { TokenEndpoint } from './token-endpoint.js';

/** Exchanges grants for tokens (contract: oauth §5). */
@Injectable()
export class TokenService {
  constructor(
    private readonly model: OauthModelService,
    private readonly settings: SettingsService,
    private readonly env: Env,
  ) {}

  /**
   * Checks the grant type and its parameters first; then the library checks client, grant and scope. Throws 400, 401,
   * 429.
   */
  async issue(request: TokenRequest): Promise<IssuedToken> {
    const settings = await this.settings.current();
    checkGrantParams(request.params, offeredGrants(settings));
    const endpoint = new TokenEndpoint(this.model, settings.oauthAccessTokenExpiresIn, resourcesOf(this.env.baseUrl));
    try {
      return await endpoint.handle(request, new OAuth2Server.Response());
    } catch (error) {
      throw onTheWire(error, request);
    }
  }

  /** Returns the enabled grants as listed in the metadata. */
  async offered(): Promise<readonly string[]> {
    const grants = offeredGrants(await this.settings.current());
    return grants.filter(({ isUnlisted }) => !isUnlisted).map(({ type }) => type);
  }
}

/** Throws 400 for a missing or disabled grant type, and for invalid parameters (contract: oauth §5). */
function checkGrantParams(params: ProtocolParams, offered: readonly GrantType[]): void {
  const type = params.get('grant_type');
  if (type === undefined) {
    throw invalidRequest();
  }
  const grant = offered.find((one) => one.type === type);
  if (!grant) {
    throw oauthError('unsupported_grant_type');
  }
  if (!grant.requiredParams.every((name) => params.has(name))) {
    throw invalidRequest();
  }
  grant.checkParams?.(params);
}

/** Converts the library's errors to those of the contract (contract: oauth §5.4); returns other errors unchanged. */
function onTheWire(error: unknown, { authorization }: TokenRequest): unknown {
  if (error instanceof OAuth2Server.ServerError && 'inner' in error) {
    return refersToDeleted(error.inner) ? oauthError('invalid_grant') : error.inner; // the user has been deleted
  }
  if (error instanceof OAuth2Server.ServerError || !(error instanceof OAuth2Server.OAuthError)) {
    return error;
  }
  if (!isOauthErrorCode(error.name)) {
    return error;
  }
  return error.name === 'invalid_client' ? invalidClient(isByBasic(authorization)) : oauthError(error.name);
}
