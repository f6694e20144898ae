import { Injectable } from '@nestjs/common';
import { SettingsService } from '../settings/settings.service.js';
import { AccessTokensRepository } from './access-tokens.repository.js';

/** A token that was rotated away and comes back was stolen at one end or the other (contract: conventions §21.7). */
@Injectable()
export class TokenReuse {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly settings: SettingsService,
  ) {}

  /** Later than the reuse window the successors are revoked; sooner it is taken for a repeated request. */
  async punish(id: number): Promise<void> {
    const age = await this.tokens.secondsSinceRotation(id);
    const { oauthRefreshReuseWindow } = await this.settings.current();
    if (age !== null && age > oauthRefreshReuseWindow) {
      await this.tokens.revokeSuccessors(id);
    }
  }
}
