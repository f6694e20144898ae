import { Injectable } from '@nestjs/common';

/** Steps of a move after which something may still go wrong. */
export type MoveStep = 'begun' | 'copied' | 'compared' | 'placed' | 'replicated' | 'cleaned';

/** Notified of each step before the next one begins; used by tests that stop or corrupt a move there. */
@Injectable()
export class MoveWatch {
  reached(_step: MoveStep, _directory: string): Promise<void> {
    return Promise.resolve();
  }
}
