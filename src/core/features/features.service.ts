import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { INSTANCE } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import { FEATURE_NAMES, FEATURES } from './features.js';
import type { Feature, FeatureName } from './features.js';
import { FeaturesRepository } from './features.repository.js';

/** Other processes see a change after this time at the latest (contract: conventions §16). */
const FRESH_MS = 1500;

type States = ReadonlyMap<string, boolean>;

/** Feature flags of the instance (contract: conventions §16). */
@Injectable()
export class FeaturesService {
  private held: { readonly states: States; readonly until: number } | undefined;
  /** Incremented by every change in this process, so that values read before a change are not cached after it. */
  private changes = 0;

  constructor(
    private readonly features: FeaturesRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Cached for a moment, since many requests read it. */
  async isOn(name: FeatureName): Promise<boolean> {
    if (!this.held || performance.now() >= this.held.until) {
      const { changes } = this;
      const until = performance.now() + FRESH_MS;
      const states = await this.database.detached(() => this.features.states());
      if (changes !== this.changes) {
        return this.isOn(name);
      }
      this.held = { states, until };
    }
    return this.held.states.get(name) ?? FEATURES[name];
  }

  async list(): Promise<Feature[]> {
    const states = await this.features.states();
    return FEATURE_NAMES.map((name) => ({ name, isOn: states.get(name) ?? FEATURES[name] }));
  }

  /** Takes effect in this process at once. */
  async set(name: FeatureName, value: boolean, by: Caller): Promise<Feature> {
    await this.change(name, by, () => this.features.set(name, value));
    return { name, isOn: value };
  }

  /** Resets the flag to its default. */
  reset(name: FeatureName, by: Caller): Promise<void> {
    return this.change(name, by, () => this.features.reset(name));
  }

  private change(name: FeatureName, by: Caller, write: () => Promise<void>): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.features.hold();
      const from = await this.stateOf(name);
      await write();
      const act = { change: name, from, to: await this.stateOf(name) };
      await this.audit.record(tx, by, INSTANCE, { id: name, type: 'Feature', details: name }, act);
      tx.afterCommit(() => {
        this.changes += 1;
        this.held = undefined;
      });
    });
  }

  private async stateOf(name: FeatureName): Promise<boolean> {
    return (await this.features.states()).get(name) ?? FEATURES[name];
  }
}
