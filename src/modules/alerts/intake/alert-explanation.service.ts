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
    const fingerprints = items.flatMap((item) => (item.event === 'skipped' ? [] : [item.fingerprint.value]));
    const [unresolved, resolved] = await Promise.all([
      this.intake.findUnresolved(projectId, fingerprints),
      this.intake.newestResolved(projectId, [...new Set(fingerprints)]),
    ]);
    const known = { unresolved: byFingerprint(unresolved), resolved: byFingerprint(resolved) };
    return items.map((item) =>
      item.event === 'skipped' ? presentSkipped(item) : presentExplanation(item, fateOf(item, known)),
    );
  }
}

type ByFingerprint = ReadonlyMap<string, Alert>;

const byFingerprint = (alerts: readonly Alert[]): ByFingerprint =>
  new Map(alerts.map((alert) => [alert.fingerprint, alert]));

function fateOf(
  { event, fingerprint: { value } }: StoredReading,
  known: { readonly unresolved: ByFingerprint; readonly resolved: ByFingerprint },
): { readonly outcome: AlertOutcome; readonly alert: Alert | null } {
  const unresolved = known.unresolved.get(value) ?? null;
  if (event === 'firing') {
    return { outcome: unresolved ? 'grouped' : 'created', alert: unresolved };
  }
  if (unresolved) {
    return { outcome: 'resolved', alert: unresolved };
  }
  const resolved = known.resolved.get(value) ?? null;
  return { outcome: resolved ? 'unchanged' : 'recorded', alert: resolved };
}
