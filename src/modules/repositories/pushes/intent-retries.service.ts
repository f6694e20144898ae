import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { IntentSettlementService } from './intent-settlement.service.js';

const RETRY_MS = 2000;

/**
 * Retries intents that this process began and could not complete, for instance because the database was unavailable,
 * until they are settled. Intents that a process leaves when it ends are found by the recurring job (contract: git §6).
 */
@Injectable()
export class IntentRetriesService implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('repositories');
  private readonly open = new Set<number>();
  private timer: NodeJS.Timeout | undefined;
  private isRunning = false;

  constructor(private readonly settlement: IntentSettlementService) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.retry(), RETRY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Settles the intent now or as soon as possible. The git process that moved its refs must have ended. */
  async settle(intentId: number): Promise<void> {
    this.open.add(intentId);
    await this.attempt(intentId);
  }

  /** Settles the intent later, because an attempt has just failed. */
  add(intentId: number): void {
    this.open.add(intentId);
  }

  private async retry(): Promise<void> {
    if (this.isRunning) {
      return;
    }
    this.isRunning = true;
    for (const intentId of this.open) {
      await this.attempt(intentId);
    }
    this.isRunning = false;
  }

  private async attempt(intentId: number): Promise<void> {
    try {
      if (await this.settlement.settleEnded(intentId)) {
        this.open.delete(intentId);
      }
    } catch (error) {
      this.logger.warn({ intent: intentId, error: errorText(error) });
    }
  }
}
