import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { bearerToken } from '../../../common/text/bearer-token.js';
import { isUsable } from '../../../core/access/account-state.js';
import type { OauthTokenHolder } from '../../../core/oauth-tokens/oauth-access-token.js';
import { OauthAccessTokensService } from '../../../core/oauth-tokens/oauth-access-tokens.service.js';
import { invalidRequest, invalidToken } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';
import { clientAddressOf } from '../../../platform/http/request-state.js';

/** Access tokens as the credential of OAuth's own endpoints (RFC 6750; contract: oauth §7, §9). Cookies are never looked at. */
@Injectable()
export class BearerAccessService {
  constructor(private readonly tokens: OauthAccessTokensService) {}

  /** The live token that a request presents. Throws 400 for one given twice, 401 for none and for any that is not live. */
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
