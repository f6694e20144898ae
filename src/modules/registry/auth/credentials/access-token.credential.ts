import { Injectable } from '@nestjs/common';
import { SettingsService } from '../../../../core/settings/settings.service.js';
import { AccessTokensRepository } from '../../../../core/tokens/access-tokens.repository.js';
import type { TokenHolder } from '../../../../core/tokens/access-tokens.repository.js';
import { accessDenied, accessForbidden } from '../../registry-errors.js';
import { isUsable } from '../registry-rights.js';
import { abilitiesOf } from '../registry-subject.js';
import type { RegistrySubject } from '../registry-subject.js';
import { BasicCredential } from './basic-credential.js';
import type { BasicLogin } from './basic-credential.js';

/** Personal, impersonation, project and group access tokens, with any user name. */
@Injectable()
export class AccessTokenCredential extends BasicCredential {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly settings: SettingsService,
  ) {
    super();
  }

  override async find({ secret, address }: BasicLogin): Promise<RegistrySubject | null> {
    const held = await this.tokens.findHolder(secret);
    if (!held) {
      return null;
    }
    if (!isUsable(held.account) || (await this.isDead(held))) {
      throw accessDenied();
    }
    const abilities = abilitiesOf(held.token.scopes);
    if (abilities.size === 0) {
      throw accessForbidden();
    }
    this.tokens.noteUse(held, address);
    return { kind: 'user', account: held.account, abilities };
  }

  private async isDead({ token }: TokenHolder): Promise<boolean> {
    if (token.isExpired || token.isRevoked) {
      return true;
    }
    return token.kind === 'impersonation' && !(await this.settings.current()).impersonationEnabled;
  }
}
