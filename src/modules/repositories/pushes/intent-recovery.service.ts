import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { LeftWritesService } from '../leases/left-writes.service.js';
import { ProcessIdentity } from '../leases/process-identity.js';
import { IntentSettlementService } from './intent-settlement.service.js';
import { RefIntentsRepository } from './ref-intents.repository.js';
import type { RefIntent } from './ref-intents.repository.js';

/** Finds what ended processes had begun, and has it finished (contract: git §6, §7). */
@Injectable()
export class IntentRecoveryService implements OnApplicationBootstrap {
  private readonly logger = new Logger('repositories');

  constructor(
    private readonly intents: RefIntentsRepository,
    private readonly leftWrites: LeftWritesService,
    private readonly identity: ProcessIdentity,
    private readonly settlement: IntentSettlementService,
  ) {}

  /** Ends the leases of processes that have ended on this machine; other leases expire (contract: storage-moves §5). */
  async onApplicationBootstrap(): Promise<void> {
    for (const owner of await this.identity.gone()) {
      await this.leftWrites.endAllOf(owner);
      const left = await this.settle(await this.intents.openOf(owner));
      if (left === 0) {
        await this.identity.forget(owner);
      }
    }
  }

  /** Called by the recurring job. */
  async settleAbandoned(): Promise<void> {
    await this.leftWrites.endExpired();
    await this.settle(await this.intents.abandoned());
  }

  /** Returns how many intents could not be settled yet. */
  private async settle(intents: readonly RefIntent[]): Promise<number> {
    let left = 0;
    for (const intent of intents) {
      const isSettled = await this.settlement.settle(intent).catch((error: unknown) => {
        this.logFailure(`intent ${intent.id}`, error);
        return false;
      });
      left += isSettled ? 0 : 1;
    }
    return left;
  }

  private logFailure(about: string, error: unknown): void {
    this.logger.warn({ about, error: errorText(error) });
  }
}
