import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Settings } from './settings.js';
import { SettingsRepository } from './settings.repository.js';

/** Other processes see a change after this time at the latest (contract: conventions §16). */
const FRESH_MS = 1500;

/** Settings of the instance, cached for a moment, since nearly every request reads one. */
@Injectable()
export class SettingsService {
  private held: { readonly settings: Settings; readonly until: number } | undefined;
  private loading: Promise<Settings> | undefined;

  constructor(
    private readonly settings: SettingsRepository,
    private readonly database: Database,
  ) {}

  async current(): Promise<Settings> {
    if (this.held && performance.now() < this.held.until) {
      return this.held.settings;
    }
    this.loading ??= this.load();
    return this.loading;
  }

  /** Reads the settings from the database, including changes of the surrounding transaction. */
  fresh(): Promise<Settings> {
    return this.settings.load();
  }

  /** Takes effect in this process at once. */
  async change(changes: Partial<Settings>): Promise<Settings> {
    return this.database.transaction(async (tx) => {
      await this.settings.save(changes);
      tx.afterCommit(() => {
        this.held = undefined;
        this.loading = undefined;
      });
      return this.settings.load();
    });
  }

  /** Values read before a change must not be cached after it, nor longer because reading was slow. */
  private load(): Promise<Settings> {
    const until = performance.now() + FRESH_MS;
    const loading = this.database
      .shared(() => this.settings.load())
      .then((settings) => {
        if (this.loading === loading) {
          this.held = { settings, until };
        }
        return settings;
      })
      .finally(() => {
        if (this.loading === loading) {
          this.loading = undefined;
        }
      });
    return loading;
  }
}
