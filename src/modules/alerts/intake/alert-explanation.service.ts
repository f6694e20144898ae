import { Injectable } from '@nestjs/common';
import type { SkippedItem } from '../payloads/alert-reading.js';
import type { StoredReading } from '../payloads/stored-reading.js';
import type { Alert } from '../records/alert.js';
import { presentExplanation, presentSkipped } from './explanation.presenter.js';
import type { ExplanationView } from './explanation.presenter.js';
import { planIntake } from './intake-plan.js';
import type { UnresolvedAlert } from './intake-plan.js';
import type { IntakeSource } from './intake-source.js';
import { IntakeRepository } from './intake.repository.js';

/** Predicts the effect of a payload without storing anything (contract: alerts §1.9). */
@Injectable()
export class AlertExplanationService {
  constructor(private readonly intake: IntakeRepository) {}

  /** Evaluates items one after the other, like the intake. */
  async explain(source: IntakeSource, items: readonly (StoredReading | SkippedItem)[]): Promise<ExplanationView[]> {
    const readings = items.filter((item): item is StoredReading => item.event !== 'skipped');
    const fingerprints = [...new Set(readings.map(({ fingerprint }) => fingerprint.value))];
    const [unresolved, resolved] = await Promise.all([
      this.intake.findUnresolved(source.project.id, fingerprints),
      this.intake.newestResolved(source.project.id, fingerprints),
    ]);
    const entries = readings.map((reading) => ({ source, reading }));
    const steps = planIntake(entries, unresolved.map(withoutHistory), resolved);
    const alerts = new Map([...unresolved, ...resolved].map((alert) => [alert.id, alert]));
    const views = new Map(
      steps.map(({ reading, outcome, alert }) => [
        reading,
        presentExplanation(reading, { outcome, alert: alerts.get(alert.id ?? 0) ?? null }),
      ]),
    );
    return items.flatMap((item) => (item.event === 'skipped' ? presentSkipped(item) : (views.get(item) ?? [])));
  }
}

/** Nothing is written here, so occurrences need no numbers. */
const withoutHistory = (alert: Alert): UnresolvedAlert => ({ ...alert, occurrences: 0 });
