import { Injectable } from '@nestjs/common';
import { FairSlots, NoSlotInTime } from '../../../common/concurrency/fair-slots.js';
import { unavailable } from '../../../common/errors/catalogue.js';
import { brokenConstraint, lostRace } from '../../../platform/database/constraint.js';
import { Database } from '../../../platform/database/database.js';
import type { StoredReading } from '../payloads/stored-reading.js';
import { AlertFollowUpsService } from './alert-follow-ups.service.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { IntakeSource } from './intake-source.js';
import { IntakeRepository } from './intake.repository.js';
import { answerOf } from './taken-alert.js';
import type { IntakeAnswer, TakenAlert } from './taken-alert.js';

/** Broken when somebody reopens an alert by hand at the same moment. */
const ONE_UNRESOLVED = 'uq_alerts_unresolved';
const ATTEMPTS = 5;
/** Half of the connections of requests: a storm of alerts leaves the others to other routes. */
const LIMITS = { atOnce: 5, atOncePerKey: 5, waiting: 10_000, timeoutMs: 30_000 };

interface OrderedReading {
  readonly reading: StoredReading;
  readonly at: number;
}

/** Stores what payloads say, in one transaction for each request (contract: alerts §1.6). */
@Injectable()
export class AlertIntakeService {
  private readonly slots = new FairSlots(LIMITS);

  constructor(
    private readonly intake: IntakeRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly followUps: AlertFollowUpsService,
    private readonly database: Database,
  ) {}

  /** A delivery with the id of an earlier one gets the answer of that. Throws 503 when too many are in front. */
  async take(
    source: IntakeSource,
    readings: readonly StoredReading[],
    webhookId: string | null = null,
  ): Promise<IntakeAnswer> {
    try {
      return await this.slots.run(String(source.project.id), () => this.store(source, readings, webhookId));
    } catch (error) {
      throw error instanceof NoSlotInTime ? unavailable() : error;
    }
  }

  private async store(
    source: IntakeSource,
    readings: readonly StoredReading[],
    webhookId: string | null,
  ): Promise<IntakeAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const counted = webhookId === null ? await this.count(source, readings) : null;
        return counted ?? (await this.attempt(source, readings, webhookId));
      } catch (error) {
        const isRace = brokenConstraint(error) === ONE_UNRESOLVED || lostRace(error);
        if (!isRace || attempt === ATTEMPTS) {
          throw error;
        }
      }
    }
  }

  /**
   * A single firing that only counts is one statement, which holds the row of its alert for no longer than its own commit:
   * of many at once each waits for all before it. Null where there is more to do.
   */
  private async count(source: IntakeSource, readings: readonly StoredReading[]): Promise<IntakeAnswer | null> {
    const [reading, ...others] = readings;
    if (reading?.event !== 'firing' || others.length > 0 || source.settings.createIssue) {
      return null;
    }
    const found = await this.touch(source, reading);
    return found && { ...answerOf([found]), isReplayed: false };
  }

  private attempt(
    source: IntakeSource,
    readings: readonly StoredReading[],
    webhookId: string | null,
  ): Promise<IntakeAnswer> {
    const { integrationId } = source;
    return this.database.transaction(async (tx) => {
      if (webhookId !== null && !(await this.deliveries.claim(integrationId, webhookId))) {
        const kept = await this.deliveries.find(integrationId, webhookId);
        return { answer: '[]', outcomes: '', ...kept, isReplayed: true };
      }
      const taken = await this.apply(source, readings);
      for (const one of taken) {
        await this.followUps.follow(tx, source, one);
      }
      const answer = answerOf(taken);
      if (webhookId !== null) {
        await this.deliveries.keep(integrationId, webhookId, answer);
      }
      return { ...answer, isReplayed: false };
    });
  }

  /**
   * In the order of fingerprints, so that two requests do not wait for each other; answers in the order of the readings.
   * What is not there yet comes last, since its makers hold the project's counter. Later readings of such a fingerprint
   * wait for the first of it.
   */
  private async apply(source: IntakeSource, readings: readonly StoredReading[]): Promise<TakenAlert[]> {
    const taken = new Map<number, TakenAlert>();
    const missing: OrderedReading[] = [];
    const missed = new Set<string>();
    for (const { reading, at } of inOrder(readings)) {
      const found = missed.has(reading.fingerprint.value) ? null : await this.touch(source, reading);
      if (found) {
        taken.set(at, found);
        continue;
      }
      missed.add(reading.fingerprint.value);
      missing.push({ reading, at });
    }
    for (const [at, made] of await this.makeAll(source, missing)) {
      taken.set(at, made);
    }
    return readings.flatMap((_reading, at) => taken.get(at) ?? []);
  }

  private async makeAll(source: IntakeSource, missing: readonly OrderedReading[]): Promise<Map<number, TakenAlert>> {
    const made = new Map<number, TakenAlert>();
    if (missing.length > 0) {
      await this.intake.lockNumbers(source);
    }
    for (const { reading, at } of missing) {
      made.set(at, (await this.touch(source, reading)) ?? (await this.make(source, reading)));
    }
    return made;
  }

  private async touch(source: IntakeSource, reading: StoredReading): Promise<TakenAlert | null> {
    const alert = await this.intake.touch(source, reading);
    return alert && { alert, outcome: reading.event === 'firing' ? 'grouped' : 'resolved' };
  }

  private async make(source: IntakeSource, reading: StoredReading): Promise<TakenAlert> {
    if (reading.event === 'firing') {
      return { alert: await this.intake.insert(source, reading), outcome: 'created' };
    }
    const resolved = await this.intake.newestResolved(source.project.id, reading.fingerprint.value);
    return resolved
      ? { alert: resolved, outcome: 'unchanged' }
      : { alert: await this.intake.insert(source, reading), outcome: 'recorded' };
  }
}

const inOrder = (readings: readonly StoredReading[]): OrderedReading[] =>
  readings
    .map((reading, at) => ({ reading, at }))
    .sort(
      (one, other) =>
        Number(one.reading.fingerprint.value > other.reading.fingerprint.value) -
          Number(one.reading.fingerprint.value < other.reading.fingerprint.value) || one.at - other.at,
    );
