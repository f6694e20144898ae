import { Injectable } from '@nestjs/common';
import { refusedToken } from '../../../common/errors/catalogue.js';
import { OauthAccessTokensService } from '../../oauth-tokens/oauth-access-tokens.service.js';
import { given, TokenKind } from './token-kind.js';
import type { Found, Presented } from './token-kind.js';

/** OAuth access tokens: a known one decides, live or not (contract: conventions §6.1 step 2). */
@Injectable()
export class OauthTokenKind extends TokenKind {
  constructor(private readonly tokens: OauthAccessTokensService) {
    super();
  }

  override async find({ request, params, bearer }: Presented): Promise<Found | null> {
    const value = given(params.access_token, bearer);
    const held = value === undefined ? null : await this.tokens.find(value);
    if (!held) {
      return null;
    }
    const { account, token } = held;
    if (token.isExpired) {
      throw refusedToken('The token has expired.');
    }
    if (token.isRevoked) {
      throw refusedToken('The token has been revoked.');
    }
    this.tokens.noteUse(held, request.socket.remoteAddress ?? '');
    const { id, expiresAt, scopes } = token;
    return { account, credential: { kind: 'oauth', id, expiresAt, scopes: new Set(scopes) } };
  }
}
