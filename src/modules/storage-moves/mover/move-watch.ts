import { Injectable } from '@nestjs/common';

/** Places in a move at which something may still go wrong. */
export type MoveStep = 'begun' | 'copied' | 'compared' | 'placed' | 'replicated' | 'cleaned';

/** Told of each step when it is reached, before the next one is taken; for tests that stop or spoil a move there. */
@Injectable()
export class MoveWatch {
  reached(_step: MoveStep, _directory: string): Promise<void> {
    return Promise.resolve();
  }
}
