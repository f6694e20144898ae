import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { IntentSettlementService } from './intent-settlement.service.js';

const RETRY_MS = 2000;

/**
 * Retries intents that this process began and could not complete, for instance because the database was unavailable,
 * until they are settled. Intents that a process leaves when it ends are found by the recurring job (contract: git §6).
 */
@Injectable()
export class IntentRetriesService implements OnModuleDestroy {
  private readonly logger = new Logger('repositories');
  private readonly open = new Set<number>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly settlement: IntentSettlementService) {}

  onModuleDestroy(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Settles the intent now or as soon as possible. The git process that moved its refs must have ended. */
  async settle(intentId: number): Promise<void> {
    await this.attempt(intentId);
    this.retryLater();
  }

  /** Settles the intent later, because an attempt has just failed. */
  add(intentId: number): void {
    this.open.add(intentId);
    this.retryLater();
  }

  private retryLater(): void {
    if (this.open.size > 0 && !this.stopped) {
      this.timer ??= setTimeout(() => void this.retry(), RETRY_MS).unref();
    }
  }

  private async retry(): Promise<void> {
    for (const intentId of this.open) {
      await this.attempt(intentId);
    }
    this.timer = undefined;
    this.retryLater();
  }

  private async attempt(intentId: number): Promise<void> {
    this.open.add(intentId);
    try {
      if (await this.settlement.settleEnded(intentId)) {
        this.open.delete(intentId);
      }
    } catch (error) {
      this.logger.warn({ intent: intentId, error: errorText(error) });
    }
  }
}
