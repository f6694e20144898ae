import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { settledWithin } from '../../../common/concurrency/settled-within.js';
import { Env } from '../../../platform/config/env.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { Database } from '../../../platform/database/database.js';
import { BackgroundWork } from '../../../platform/queue/background-work.js';
import type { DueWork } from '../../../platform/queue/due-work.js';
import { DeliveryQueueRepository, IS_ANY_DELIVERY_DUE } from '../records/delivery-queue.repository.js';
import type { ClaimedDelivery } from '../records/delivery-queue.repository.js';
import { DeliveryWakeUp } from '../records/delivery-wake-up.js';
import { DeliveryAttemptsService } from './delivery-attempts.service.js';
import { isGone, PROCESS_NAME } from './process-name.js';

const RENEW_MS = 20_000;
/**
 * Delay before the next claim, so that attempts that end within it share one: a claim costs the database more than an
 * attempt.
 */
const GATHER_MS = 10;
/** Fraction of the concurrent deliveries that is reserved for receivers known to answer quickly. */
const RESERVED = 1 / 4;
/** A receiver that takes longer than this counts as slow. */
const SLOW_MS = 1000;
const MOST_SLOW = 10_000;
/**
 * Longest time until a retry that is waited for exactly. Longer ones are left to the poll of every second, whose delay
 * does not matter beside their jitter.
 */
const TIMED_RETRY_MS = 60_000;
/** Retries that are due within this time share one claim. */
const RETRY_TICK_MS = 50;
/** Delay before sending, so that the request that caused a delivery is answered first. */
const AFTER_COMMIT_MS = 40;

/**
 * Sends due deliveries: soon after the commit that created them, and whenever a retry is due. Deliveries in progress
 * hold a lease of their process; those of a dead process are sent again (contract: integrations §8.1).
 */
@Injectable()
@Contributes(BackgroundWork)
export class DeliveryEngine extends BackgroundWork {
  /** Deliveries that other processes created, and retries that this one did not time. */
  override readonly due: DueWork = {
    isDue: IS_ANY_DELIVERY_DUE,
    look: () => {
      this.look();
    },
  };
  private readonly logger = new Logger('deliveries');
  /** Attempts in progress by delivery id. */
  private readonly running = new Map<number, Promise<void>>();
  /** Integrations whose last delivery from this process was slow. */
  private readonly slow = new Set<number>();
  /**
   * Renewals and other upkeep in progress. The process waits for them before it exits, because they need the database.
   */
  private readonly upkeep = new Set<Promise<void>>();
  private renewing: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private again = false;
  private gathering: NodeJS.Timeout | undefined;
  /** By the tick at which they fire. */
  private readonly retries = new Map<number, NodeJS.Timeout>();
  private stopped = true;

  constructor(
    private readonly queue: DeliveryQueueRepository,
    private readonly attempts: DeliveryAttemptsService,
    private readonly wakeUp: DeliveryWakeUp,
    private readonly database: Database,
    private readonly env: Env,
  ) {
    super();
  }

  override start(): void {
    if (!this.stopped) {
      return;
    }
    this.stopped = false;
    this.wakeUp.listen(() => {
      this.lookIn(AFTER_COMMIT_MS);
    });
    this.renewing = setInterval(() => {
      this.keepUp(() => this.renew());
    }, RENEW_MS);
    this.keepUp(async () => {
      await this.takeBack();
      this.look();
    });
  }

  override async stop(graceMs: number): Promise<void> {
    this.stopped = true;
    clearInterval(this.renewing);
    clearTimeout(this.gathering);
    this.retries.forEach((timer) => {
      clearTimeout(timer);
    });
    this.retries.clear();
    await Promise.all([this.round, ...this.upkeep]);
    await settledWithin(graceMs, this.running.values());
    if (this.running.size > 0) {
      await this.guarded(() => this.queue.takeBack([PROCESS_NAME]));
    }
  }

  private keepUp(work: () => Promise<void>): void {
    const run = this.guarded(work).finally(() => this.upkeep.delete(run));
    this.upkeep.add(run);
  }

  private async takeBack(): Promise<void> {
    const owners = await this.queue.owners();
    await this.queue.takeBack(owners.filter(isGone));
    await this.renew();
  }

  private renew(): Promise<void> {
    return this.queue.renew(PROCESS_NAME, [...this.running.keys()]);
  }

  private look(): void {
    if (this.stopped) {
      return;
    }
    if (this.round) {
      this.again = true;
      return;
    }
    this.again = false;
    this.round = this.guarded(() => this.claim()).finally(() => {
      this.round = undefined;
      if (this.again) {
        this.look();
      }
    });
  }

  private async claim(): Promise<void> {
    const { concurrency } = this.env.deliveries;
    const free = concurrency - this.running.size;
    const unproven = Math.max(0, free - Math.floor(concurrency * RESERVED));
    const claimed = free > 0 ? await this.queue.claim(PROCESS_NAME, free, { unproven, slow: this.slow }) : [];
    claimed.forEach((delivery) => {
      this.send(delivery);
    });
  }

  private send(delivery: ClaimedDelivery): void {
    const startedAt = performance.now();
    const run = this.guarded(async () => {
      this.timeRetry(await this.attempts.attempt(delivery, PROCESS_NAME));
    }).finally(() => {
      if (this.running.get(delivery.id) === run) {
        this.running.delete(delivery.id); // unless the lease was lost and this process claimed the delivery again
      }
      this.noteTime(delivery.integrationId, performance.now() - startedAt);
      this.lookIn(GATHER_MS);
    });
    this.running.set(delivery.id, run);
  }

  /** The poll alone would make the first retry up to a second late (contract: integrations §8.2). */
  private timeRetry(seconds: number | null): void {
    const ms = (seconds ?? Infinity) * 1000;
    if (this.stopped || ms > TIMED_RETRY_MS) {
      return;
    }
    const now = performance.now();
    const tick = Math.ceil((now + ms) / RETRY_TICK_MS);
    if (this.retries.has(tick)) {
      return;
    }
    const timer = setTimeout(
      () => {
        this.retries.delete(tick);
        this.look();
      },
      tick * RETRY_TICK_MS - now,
    );
    this.retries.set(tick, timer);
  }

  private noteTime(integrationId: number, ms: number): void {
    this.slow.delete(integrationId);
    if (ms > SLOW_MS && this.slow.size < MOST_SLOW) {
      this.slow.add(integrationId);
    }
  }

  private lookIn(ms: number): void {
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      this.look();
    }, ms);
  }

  /**
   * Logs errors. The work is repeated: a claim by the next poll, an attempt when its lease expires. The work waits for
   * locked rows without a time limit, because a delivery whose result is not stored would be sent twice.
   */
  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await this.database.patiently(work);
    } catch (error) {
      this.logger.error({ error: errorText(error) });
    }
  }
}
