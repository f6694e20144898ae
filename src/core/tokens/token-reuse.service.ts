import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { SettingsService } from '../settings/settings.service.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import type { TokenHolder } from './access-tokens.repository.js';
import { TokenAuditService } from './token-audit.service.js';
import { TokenBotsService } from './token-bots.service.js';

/** Handles rotated tokens that are used again: such a token was stolen (contract: conventions §21.7). */
@Injectable()
export class TokenReuseService {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly settings: SettingsService,
    private readonly bots: TokenBotsService,
    private readonly audit: TokenAuditService,
    private readonly database: Database,
  ) {}

  /** Revokes the successors after the reuse window; within it, the use is treated as a repeated request. */
  async revokeDescendants({ token: { id }, account }: TokenHolder, address: string): Promise<void> {
    const age = await this.tokens.secondsSinceRotation(id);
    const { oauthRefreshReuseWindow } = await this.settings.current();
    if (age === null || age <= oauthRefreshReuseWindow) {
      return;
    }
    const by = { account, userId: account.id, address, sudoBy: null, credential: null };
    await this.database.transaction(async (tx) => {
      for (const successor of await this.tokens.revokeSuccessors(id)) {
        await this.bots.retireWith(tx, successor);
        await this.audit.recordReuse(tx, by, successor);
      }
    });
  }
}
