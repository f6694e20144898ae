import { EventEmitter, once } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';

/** Tells of moves of this process that came further, so that nobody has to look for it all the time. */
@Injectable()
export class MoveChanges {
  private readonly changes = new EventEmitter().setMaxListeners(0);

  noteAfter(tx: Tx): void {
    tx.afterCommit(() => {
      this.changes.emit('change');
    });
  }

  /** Settles at the next change, or after so many milliseconds. */
  async next(withinMs: number): Promise<void> {
    const ended = new AbortController();
    const timer = setTimeout(() => {
      ended.abort();
    }, withinMs);
    await once(this.changes, 'change', { signal: ended.signal }).catch(() => undefined);
    clearTimeout(timer);
  }
}
