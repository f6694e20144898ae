import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { empty } from 'sql-template-tag';
import { Clock } from '../../common/time/clock.js';
import { Database } from './database.js';
import { bigint, select } from './typed-sql.js';

const COMPARE_EVERY_MS = 30_000;
/** Machines that keep their clocks agree more closely than that. */
const AGREED_MS = 1000;
/** An answer that took longer tells too little: the moment may lie anywhere in this time. */
const LATEST_ANSWER_MS = AGREED_MS;
const FIRST_ATTEMPTS = 3;
const MILLIS = { millis: bigint`(extract(epoch from clock_timestamp()) * 1000)::bigint` };

/**
 * Keeps the clock of the process with the database's, which is the one that all processes of an instance share: what one
 * of them dates, the others find neither over nor still to come (contract: core §1.3).
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

  /** More than once where the database is still busy with its start. */
  private async compareFirst(): Promise<void> {
    for (let attempt = 1; attempt <= FIRST_ATTEMPTS; attempt++) {
      if (await this.compare()) {
        return;
      }
    }
  }

  /** Leaves the clock as it is, and answers false, where the database does not answer in time. */
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

  /** Milliseconds that the database's clock is ahead of this machine's; null when its answer took too long. */
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
