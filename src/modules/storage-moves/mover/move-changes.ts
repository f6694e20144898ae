import { EventEmitter, once } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';

/** Notifies of progress of moves in this process, to reduce polling. */
@Injectable()
export class MoveChanges {
  private readonly changes = new EventEmitter().setMaxListeners(0);

  noteAfter(tx: Tx): void {
    tx.afterCommit(() => {
      this.changes.emit('change');
    });
  }

  /** Resolves at the next change, or after `withinMs` milliseconds. */
  async next(withinMs: number): Promise<void> {
    const ended = new AbortController();
    const timer = setTimeout(() => {
      ended.abort();
    }, withinMs);
    await once(this.changes, 'change', { signal: ended.signal }).catch(() => undefined);
    clearTimeout(timer);
  }
}
