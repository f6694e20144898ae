import { Injectable } from '@nestjs/common';
import { KeyedBatches } from '../../../common/concurrency/keyed-batches.js';
import { NoSlotInTime } from '../../../common/concurrency/fair-slots.js';
import { unavailable } from '../../../common/errors/catalogue.js';
import { brokenConstraint, isAway, lostRace, tookTooLong } from '../../../platform/database/database-errors.js';
import { Database } from '../../../platform/database/database.js';
import type { StoredReading } from '../payloads/stored-reading.js';
import { AlertBatchService } from './alert-batch.service.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { IntakeSource } from './intake-source.js';
import { IntakeRepository } from './intake.repository.js';
import { answerOf } from './taken-alert.js';
import type { IntakeAnswer } from './taken-alert.js';

/** Violated if a user reopens an alert at the same time. */
const ONE_UNRESOLVED = 'uq_alerts_unresolved';
const ATTEMPTS = 5;
/** Estimated size in characters of a reading without its payload. */
const READING_SIZE = 2000;
/**
 * `atOnce` is one less than the number of reserved connections, because the integration of a request is looked up at
 * the same time. Sizes are in characters: a batch consists of a few hundred small payloads, or of one of the largest.
 */
const LIMITS = { atOnce: 3, batchSize: 1_000_000, waiting: 64_000_000, timeoutMs: 30_000 };

/** The readings of one payload. */
interface Intake {
  readonly source: IntakeSource;
  readonly readings: readonly StoredReading[];
  /** Id of a signed request, which is processed in a batch of its own. */
  readonly webhookId: string | null;
}

/**
 * Stores the readings of payloads (contract: alerts §1.6). Payloads that arrive for a project while one is being stored
 * share the next transaction and its disk write.
 */
@Injectable()
export class AlertIntakeService {
  private readonly batches = new KeyedBatches<Intake, IntakeAnswer>(
    {
      run: (intakes) => this.store(intakes),
      sizeOf: ({ readings }) =>
        readings.reduce((sum, { payloadText }) => sum + payloadText.length, (readings.length + 1) * READING_SIZE),
      isAlone: ({ webhookId }) => webhookId !== null,
      isOfAll: (error) => isAway(error) || tookTooLong(error),
    },
    LIMITS,
  );

  constructor(
    private readonly intake: IntakeRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly batch: AlertBatchService,
    private readonly database: Database,
  ) {}

  /** A delivery with the id of an earlier one gets the earlier answer. Throws 503 if too many payloads are waiting. */
  async take(
    source: IntakeSource,
    readings: readonly StoredReading[],
    webhookId: string | null = null,
  ): Promise<IntakeAnswer> {
    const key = webhookId === null ? String(source.project.id) : `${source.integrationId} ${webhookId}`;
    try {
      return await this.batches.add(key, { source, readings, webhookId });
    } catch (error) {
      throw error instanceof NoSlotInTime ? unavailable() : error;
    }
  }

  private async store(intakes: readonly Intake[]): Promise<IntakeAnswer[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.database.onReservedConnections(() => this.attempt(intakes));
      } catch (error) {
        const isRace = brokenConstraint(error) === ONE_UNRESOLVED || lostRace(error);
        if (!isRace || attempt === ATTEMPTS) {
          throw error;
        }
      }
    }
  }

  private async attempt(intakes: readonly Intake[]): Promise<IntakeAnswer[]> {
    const [first, ...others] = intakes;
    if (!first || others.length > 0) {
      return this.storeAll(intakes);
    }
    if (first.webhookId !== null) {
      return [await this.storeOnce(first, first.webhookId)];
    }
    const counted = await this.count(first);
    return counted ? [counted] : this.storeAll(intakes);
  }

  /** Counts a single firing of an existing alert in one statement. Returns null if more has to be done. */
  private async count({ source, readings }: Intake): Promise<IntakeAnswer | null> {
    const [reading, ...others] = readings;
    if (reading?.event !== 'firing' || others.length > 0 || source.settings.createIssue) {
      return null;
    }
    const alert = await this.intake.count({ source, reading });
    return alert && { ...answerOf([{ alert, outcome: 'grouped' }]), isReplayed: false };
  }

  private storeAll(intakes: readonly Intake[]): Promise<IntakeAnswer[]> {
    const entries = intakes.flatMap(({ source, readings }) => readings.map((reading) => ({ source, reading })));
    return this.database.transaction(async (tx) => {
      const taken = await this.batch.apply(tx, entries);
      return intakes.map(({ readings }) => ({ ...answerOf(taken.splice(0, readings.length)), isReplayed: false }));
    });
  }

  /** Claims the id of a signed request in the same transaction as its changes (contract: alerts §8.4). */
  private storeOnce({ source, readings }: Intake, webhookId: string): Promise<IntakeAnswer> {
    const { integrationId } = source;
    return this.database.transaction(async (tx) => {
      if (!(await this.deliveries.claim(integrationId, webhookId))) {
        const kept = await this.deliveries.find(integrationId, webhookId);
        return { answer: '[]', outcomes: '', ...kept, isReplayed: true };
      }
      const taken = await this.batch.apply(
        tx,
        readings.map((reading) => ({ source, reading })),
      );
      const answer = answerOf(taken);
      await this.deliveries.keep(integrationId, webhookId, answer);
      return { ...answer, isReplayed: false };
    });
  }
}
