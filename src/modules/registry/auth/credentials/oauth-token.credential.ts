import { Injectable } from '@nestjs/common';
import { OauthAccessTokensService } from '../../../../core/oauth-tokens/oauth-access-tokens.service.js';
import { accessDenied, accessForbidden } from '../../registry-errors.js';
import { isUsable } from '../registry-rights.js';
import { abilitiesOf } from '../registry-subject.js';
import type { RegistrySubject } from '../registry-subject.js';
import { BasicCredential } from './basic-credential.js';
import type { BasicLogin } from './basic-credential.js';

/** OAuth access tokens, with any user name; `oauth2` is the usual one (contract: registry §5). */
@Injectable()
export class OauthTokenCredential extends BasicCredential {
  constructor(private readonly tokens: OauthAccessTokensService) {
    super();
  }

  override async find({ secret, address }: BasicLogin): Promise<RegistrySubject | null> {
    const held = await this.tokens.find(secret);
    if (!held) {
      return null;
    }
    if (!isUsable(held.account) || held.token.isExpired || held.token.isRevoked) {
      throw accessDenied();
    }
    const abilities = abilitiesOf(held.token.scopes);
    if (abilities.size === 0) {
      throw accessForbidden();
    }
    this.tokens.noteUse(held, address);
    return { kind: 'user', account: held.account, abilities };
  }
}
