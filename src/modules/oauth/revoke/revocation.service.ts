import { Injectable } from '@nestjs/common';
import type { ClientApplication } from '../applications/application.js';
import { FamiliesRepository } from '../../../core/oauth-tokens/families/families.repository.js';
import { notYourToken } from '../oauth-errors.js';
import { PresentedTokensRepository } from '../../../core/oauth-tokens/presented-tokens.repository.js';

/** Revokes tokens and authorizations on behalf of applications (contract: oauth §6). */
@Injectable()
export class RevocationService {
  constructor(
    private readonly tokens: PresentedTokensRepository,
    private readonly families: FamiliesRepository,
  ) {}

  /**
   * Unknown and inactive tokens are ignored, except for a used refresh token: its family may have a valid pair from a
   * concurrent refresh. Throws 403 for a token of another application.
   */
  async revoke(value: string, client: ClientApplication | null): Promise<void> {
    const token = await this.tokens.find(value);
    if (!token || (token.isDead && !token.isConsumed)) {
      return;
    }
    if (token.applicationId !== null && token.applicationId !== client?.id) {
      throw notYourToken();
    }
    await this.families.revoke(token.familyId, 'revoked by client');
  }
}
