import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';
import type { Alert } from '../records/alert.js';
import { AlertFollowUpsService } from './alert-follow-ups.service.js';
import { planIntake } from './intake-plan.js';
import type { IntakeEntry, IntakeStep, PlannedAlert, UnresolvedAlert } from './intake-plan.js';
import { IntakeRepository } from './intake.repository.js';
import type { TakenAlert } from './taken-alert.js';

/** Applies many readings of a project with few statements (contract: alerts §1.6). */
@Injectable()
export class AlertBatchService {
  constructor(
    private readonly intake: IntakeRepository,
    private readonly followUps: AlertFollowUpsService,
  ) {}

  /** Returns the outcome of each reading, in order, and writes its consequences. */
  async apply(tx: Tx, entries: readonly IntakeEntry[]): Promise<TakenAlert[]> {
    const projectId = entries[0]?.source.project.id;
    if (projectId === undefined) {
      return [];
    }
    const steps = await this.plan(projectId, entries);
    const alerts = await this.write(projectId, steps);
    const taken: TakenAlert[] = [];
    for (const step of steps) {
      const alert = { ...rowOf(alerts, step.alert), ...step.state };
      taken.push({ alert, outcome: step.outcome });
      await this.followUps.follow(tx, step.source, { alert, outcome: step.outcome });
    }
    return taken;
  }

  /** Locks the existing alerts, and the project's counter if an alert has to be created. */
  private async plan(projectId: number, entries: readonly IntakeEntry[]): Promise<readonly IntakeStep[]> {
    const fingerprints = [...new Set(entries.map(({ reading }) => reading.fingerprint.value))];
    const found = await this.intake.lockUnresolved(projectId, fingerprints);
    const steps = await this.planWith(projectId, entries, found);
    if (!steps.some(({ alert }) => alert.first)) {
      return steps;
    }
    const [, late] = await Promise.all([
      this.intake.lockNumbers(projectId),
      this.intake.lockUnresolved(projectId, without(fingerprints, found)), // runs once the counter is locked
    ]);
    return late.length === 0 ? steps : this.planWith(projectId, entries, [...found, ...late]);
  }

  private async planWith(
    projectId: number,
    entries: readonly IntakeEntry[],
    unresolved: readonly UnresolvedAlert[],
  ): Promise<readonly IntakeStep[]> {
    const recoveries = entries.filter(({ reading }) => reading.event === 'recovery');
    const ended = without([...new Set(recoveries.map(({ reading }) => reading.fingerprint.value))], unresolved);
    const resolved = ended.length === 0 ? [] : await this.intake.newestResolvedIds(projectId, ended);
    return planIntake(entries, unresolved, resolved);
  }

  private async write(projectId: number, steps: readonly IntakeStep[]): Promise<AlertRows> {
    const planned = [...new Set(steps.map(({ alert }) => alert))];
    const rows = new Map([
      ...(await this.make(
        projectId,
        planned.filter(({ first }) => first),
      )),
      ...(await this.change(planned.filter(({ first, isChanged }) => !first && isChanged))),
      ...(await this.read(planned.filter(({ first, isChanged }) => !first && !isChanged))),
    ]);
    const kept = steps.flatMap(({ number, alert, ...step }) =>
      number === null ? [] : [{ ...step, number, alertId: rowOf(rows, alert).id }],
    );
    await this.intake.keep(kept);
    return rows;
  }

  private async make(projectId: number, planned: readonly PlannedAlert[]): Promise<AlertRow[]> {
    if (planned.length === 0) {
      return [];
    }
    const first = await this.intake.takeNumbers(projectId, planned.length);
    const numbered = planned.flatMap((alert, at) => (alert.first ? [{ ...alert.first, alert, iid: first + at }] : []));
    const rows = new Map((await this.intake.insert(projectId, numbered)).map((row) => [row.iid, row]));
    return numbered.flatMap(({ alert, iid }) => rowsWith(alert, rows.get(iid)));
  }

  private async change(planned: readonly PlannedAlert[]): Promise<AlertRow[]> {
    return planned.length === 0 ? [] : byIds(planned, await this.intake.update(planned));
  }

  private async read(planned: readonly PlannedAlert[]): Promise<AlertRow[]> {
    return planned.length === 0 ? [] : byIds(planned, await this.intake.all(planned.map(({ id }) => id ?? 0)));
  }
}

type AlertRow = readonly [PlannedAlert, Alert];
type AlertRows = ReadonlyMap<PlannedAlert, Alert>;

const rowsWith = (planned: PlannedAlert, row: Alert | undefined): AlertRow[] => (row ? [[planned, row]] : []);

function byIds(planned: readonly PlannedAlert[], found: readonly Alert[]): AlertRow[] {
  const rows = new Map(found.map((row) => [row.id, row]));
  return planned.flatMap((alert) => rowsWith(alert, rows.get(alert.id ?? 0)));
}

function without(fingerprints: readonly string[], alerts: readonly UnresolvedAlert[]): string[] {
  const found = new Set(alerts.map(({ fingerprint }) => fingerprint));
  return fingerprints.filter((fingerprint) => !found.has(fingerprint));
}

function rowOf(rows: AlertRows, planned: PlannedAlert): Alert {
  const row = rows.get(planned);
  if (!row) {
    throw new Error('An alert went while its batch held it.');
  }
  return row;
}
