import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';

/** Notifies this process's engine of new deliveries after the commit; engines of other processes poll. */
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
