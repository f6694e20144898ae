import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { AlertFollowUpsService } from './alert-follow-ups.service.js';
import { AutoResolveRepository } from './auto-resolve.repository.js';
import type { DueAlert } from './auto-resolve.repository.js';
import { IntakeTargetsRepository } from './intake-targets.repository.js';

/** Maximum number of alerts per run; the next run continues. */
const MOST_AT_ONCE = 1000;

/** Resolves alerts without recent events as if a recovery had arrived (contract: alerts §8.6). */
@Injectable()
export class AutoResolveService {
  constructor(
    private readonly alerts: AutoResolveRepository,
    private readonly targets: IntakeTargetsRepository,
    private readonly followUps: AlertFollowUpsService,
    private readonly database: Database,
  ) {}

  async resolveDue(): Promise<void> {
    for (const due of await this.alerts.due(MOST_AT_ONCE)) {
      await this.resolve(due);
    }
  }

  private async resolve({ id, integrationId }: DueAlert): Promise<void> {
    const source = integrationId === null ? null : await this.targets.ofIntegration(integrationId);
    if (!source) {
      return;
    }
    await this.database.transaction(async (tx) => {
      const alert = await this.alerts.resolve(id);
      if (alert) {
        await this.followUps.follow(tx, source, { alert, outcome: 'resolved' });
      }
    });
  }
}
