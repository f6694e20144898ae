import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';

/** Tells the engine of this process of new deliveries once they are committed; those of other processes poll. */
@Injectable()
export class DeliveryWakeUp {
  private listener: () => void = () => undefined;

  listen(listener: () => void): void {
    this.listener = listener;
  }

  afterCommitOf(tx: Tx): void {
    tx.afterCommit(() => {
      this.listener();
    });
  }
}
