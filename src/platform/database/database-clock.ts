import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { empty } from 'sql-template-tag';
import { Clock } from '../../common/time/clock.js';
import { Database } from './database.js';
import { bigint, select } from './typed-sql.js';

const COMPARE_EVERY_MS = 30_000;
/** Synchronised machines agree more closely than this. */
const AGREED_MS = 1000;
/** Slower answers are not precise enough: the database's time may be any within this period. */
const LATEST_ANSWER_MS = AGREED_MS;
const FIRST_ATTEMPTS = 3;
const MILLIS = { millis: bigint`(extract(epoch from clock_timestamp()) * 1000)::bigint` };

/**
 * Synchronises the process's clock with that of the database, which all processes of an instance share, so that times
 * set by one process are neither past nor future for another (contract: core §1.3).
 */
@Injectable()
export class DatabaseClock implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('clock');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.compareFirst();
    this.timer = setInterval(() => void this.compare(), COMPARE_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Retries while the database is still busy starting. */
  private async compareFirst(): Promise<void> {
    for (let attempt = 1; attempt <= FIRST_ATTEMPTS; attempt++) {
      if (await this.compare()) {
        return;
      }
    }
  }

  /** Returns false, without changing the clock, when the database does not answer in time. */
  async compare(): Promise<boolean> {
    const difference = await this.measure().catch(() => null);
    if (difference === null) {
      return false;
    }
    const correction = Math.abs(difference) > AGREED_MS ? difference : 0;
    if (Math.abs(correction - this.clock.correction) > AGREED_MS) {
      this.warn(correction);
    }
    this.clock.correct(correction);
    return true;
  }

  /**
   * Returns how many milliseconds the database's clock is ahead of this machine's; null when its answer took too long.
   */
  private async measure(): Promise<number | null> {
    const askedAt = performance.now();
    const row = await this.database.onReservedConnections(() => this.database.row(select(MILLIS, empty)));
    const tookMs = performance.now() - askedAt;
    return row && tookMs <= LATEST_ANSWER_MS ? Math.round(row.millis - (Date.now() - tookMs / 2)) : null;
  }

  private warn(correction: number): void {
    const seconds = Math.round(Math.abs(correction) / 1000);
    const side = correction > 0 ? 'behind' : 'ahead of';
    this.logger.warn(
      correction === 0
        ? 'The clock of this machine agrees with that of the database again.'
        : `The clock of this machine is ${seconds} s ${side} that of the database, which counts: set both by NTP.`,
    );
  }
}
