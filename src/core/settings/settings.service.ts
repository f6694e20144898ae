import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Settings } from './settings.js';
import { SettingsRepository } from './settings.repository.js';

/** Other processes see a change at the latest after this time (contract: conventions §16). */
const FRESH_MS = 1500;

/** The instance's settings: kept in memory for a moment, since nearly every request asks for one. */
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

  /** As they stand in the database, the surrounding transaction's own changes included. */
  fresh(): Promise<Settings> {
    return this.settings.load();
  }

  /** Effective at once in this process. */
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

  /** What was read before a change must not be held after it; nor longer for having been read slowly. */
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
