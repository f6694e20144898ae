import { Injectable } from '@nestjs/common';
import type { AlertOutcome } from '../alert-words.js';
import type { SkippedItem } from '../payloads/alert-reading.js';
import type { StoredReading } from '../payloads/stored-reading.js';
import type { Alert } from '../records/alert.js';
import { presentExplanation, presentSkipped } from './explanation.presenter.js';
import type { ExplanationView } from './explanation.presenter.js';
import { IntakeRepository } from './intake.repository.js';

/** What would become of a payload: nothing is stored (contract: alerts §1.9). */
@Injectable()
export class AlertExplanationService {
  constructor(private readonly intake: IntakeRepository) {}

  async explain(projectId: number, items: readonly (StoredReading | SkippedItem)[]): Promise<ExplanationView[]> {
    const explained: ExplanationView[] = [];
    for (const item of items) {
      explained.push(
        item.event === 'skipped' ? presentSkipped(item) : presentExplanation(item, await this.fateOf(projectId, item)),
      );
    }
    return explained;
  }

  private async fateOf(
    projectId: number,
    { event, fingerprint: { value } }: StoredReading,
  ): Promise<{ readonly outcome: AlertOutcome; readonly alert: Alert | null }> {
    const unresolved = await this.intake.findUnresolved(projectId, value);
    if (event === 'firing') {
      return { outcome: unresolved ? 'grouped' : 'created', alert: unresolved };
    }
    if (unresolved) {
      return { outcome: 'resolved', alert: unresolved };
    }
    const resolved = await this.intake.newestResolved(projectId, value);
    return { outcome: resolved ? 'unchanged' : 'recorded', alert: resolved };
  }
}
