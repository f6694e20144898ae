import { Injectable } from '@nestjs/common';
import { refusedToken } from '../../../common/errors/catalogue.js';
import { AccessTokensRepository } from '../../tokens/access-tokens.repository.js';
import type { TokenHolder } from '../../tokens/access-tokens.repository.js';
import { SettingsService } from '../../settings/settings.service.js';
import { TokenReuseService } from '../../tokens/token-reuse.service.js';
import { given, header, TokenKind } from './token-kind.js';
import type { Found, Presented } from './token-kind.js';

/** Personal, impersonation, project and group access tokens (contract: conventions §6.1 step 3, §6.2). */
@Injectable()
export class PersonalTokenKind extends TokenKind {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly settings: SettingsService,
    private readonly reuse: TokenReuseService,
  ) {
    super();
  }

  override async find({ request, params, bearer, watchesReuse }: Presented): Promise<Found | null> {
    const value = given(params.private_token, header(request, 'private-token'), params.access_token, bearer);
    if (value === undefined) {
      return null;
    }
    const held = await this.tokens.findHolder(value);
    if (!held) {
      throw refusedToken('The token is not known.');
    }
    if (watchesReuse && held.token.isRevoked) {
      await this.reuse.punish(held, request.socket.remoteAddress ?? '');
    }
    await this.refuseDead(held);
    this.tokens.noteUse(held, request.socket.remoteAddress ?? '');
    const { account, token } = held;
    const { id, kind, expiresAt } = token;
    return { account, credential: { kind, id, expiresAt, scopes: new Set(token.scopes) } };
  }

  private async refuseDead({ token }: TokenHolder): Promise<void> {
    if (token.isExpired) {
      throw refusedToken('The token has expired.');
    }
    if (token.isRevoked) {
      throw refusedToken('The token has been revoked.');
    }
    if (token.kind === 'impersonation' && !(await this.settings.current()).impersonationEnabled) {
      throw refusedToken('Impersonation is disabled.');
    }
  }
}
