import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { bearerToken } from '../../../common/text/bearer-token.js';
import { isUsable } from '../../../core/access/account-state.js';
import type { OauthTokenHolder } from '../../../core/oauth-tokens/oauth-access-token.js';
import { OauthAccessTokensService } from '../../../core/oauth-tokens/oauth-access-tokens.service.js';
import { invalidRequest, invalidToken } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';
import { clientAddressOf } from '../../../platform/http/request-state.js';

/**
 * Authenticates requests to OAuth's own endpoints by access token (RFC 6750; contract: oauth §7, §9). Cookies are
 * ignored.
 */
@Injectable()
export class BearerAccessService {
  constructor(private readonly tokens: OauthAccessTokensService) {}

  /**
   * Returns the holder of the token in a request. Throws 400 if the token is given twice, 401 if it is missing, expired
   * or revoked.
   */
  async holderOf(request: IncomingMessage, params: ProtocolParams): Promise<OauthTokenHolder> {
    const [header, parameter] = [bearerToken(request.headers.authorization), params.get('access_token')];
    if (params.isAmbiguous('access_token') || (header !== undefined && parameter !== undefined)) {
      throw invalidRequest();
    }
    return this.live(header ?? parameter ?? '', request);
  }

  /** Throws 401. */
  async live(value: string, request: IncomingMessage): Promise<OauthTokenHolder> {
    const holder = await this.tokens.find(value);
    if (!holder || !isLive(holder)) {
      throw invalidToken();
    }
    this.tokens.noteUse(holder, clientAddressOf(request));
    return holder;
  }
}

const isLive = ({ account, token }: OauthTokenHolder): boolean =>
  !token.isExpired && !token.isRevoked && isUsable(account);
