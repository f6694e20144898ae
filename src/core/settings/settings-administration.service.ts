import { Injectable } from '@nestjs/common';
import { Env } from '../../platform/config/env.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { INSTANCE } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import { settingsChanges } from './settings-changes.js';
import type { UpdateSettingsInput } from './settings.dto.js';
import { RunnersTokenService } from './runners-token.service.js';
import { differences } from './settings-differences.js';
import { SettingsRepository } from './settings.repository.js';
import type { Settings } from './settings.js';
import { SettingsService } from './settings.service.js';
import { readWeights } from './storage-weights.js';

const TARGET = { id: 1, type: 'ApplicationSetting', details: 'Application settings' };

/** Changes of settings by administrators, with audit events (contract: conventions §16, §17). */
@Injectable()
export class SettingsAdministrationService {
  constructor(
    private readonly settings: SettingsService,
    private readonly repository: SettingsRepository,
    private readonly runnersToken: RunnersTokenService,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly env: Env,
  ) {}

  /** Throws 400 for weights of unknown storages, without changing anything. */
  change(input: UpdateSettingsInput, by: Caller): Promise<Settings> {
    const weighted = input.repository_storages_weighted;
    const changes = {
      ...settingsChanges(input, (text) => this.box.seal(text)),
      ...(weighted === undefined ? {} : { repositoryStoragesWeighted: readWeights(weighted, this.env.storages) }),
    };
    return this.traced(by, () => this.settings.change(changes));
  }

  /** Returns the new token. */
  resetRunnersToken(by: Caller): Promise<string> {
    return this.traced(by, () => this.runnersToken.reset());
  }

  private traced<T>(by: Caller, change: () => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.repository.lock();
      const before = await this.settings.fresh();
      const answer = await change();
      for (const difference of differences(before, await this.settings.fresh())) {
        await this.audit.record(tx, by, INSTANCE, TARGET, difference);
      }
      return answer;
    });
  }
}
