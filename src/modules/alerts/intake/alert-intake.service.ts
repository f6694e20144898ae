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

/** Broken when somebody reopens an alert by hand at the same moment. */
const ONE_UNRESOLVED = 'uq_alerts_unresolved';
const ATTEMPTS = 5;
/** What a reading holds beside its payload, in characters. */
const READING_SIZE = 2000;
/**
 * One connection less than are reserved: who sends is looked up meanwhile. Sizes are characters: some hundred small
 * payloads, or one of the largest, make a batch.
 */
const LIMITS = { atOnce: 3, batchSize: 1_000_000, waiting: 64_000_000, timeoutMs: 30_000 };

/** What one payload says. */
interface Intake {
  readonly source: IntakeSource;
  readonly readings: readonly StoredReading[];
  /** Of a signed request: it is taken alone. */
  readonly webhookId: string | null;
}

/**
 * Stores what payloads say (contract: alerts §1.6). Payloads for a project that come while one is stored share the next
 * transaction, and its one write to the disk.
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

  /** A delivery with the id of an earlier one gets the answer of that. Throws 503 when too many are in front. */
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

  /** A single firing that only counts is one statement. Null where there is more to do. */
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

  /** The id of a signed request is claimed with what it changes (contract: alerts §8.4). */
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
