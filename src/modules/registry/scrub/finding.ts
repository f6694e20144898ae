import type { ScrubbedBlob } from './scrub.repository.js';

/** What is wrong with stored bytes: there are none, they are others, or they cannot be read now. */
export type Fault = 'missing' | 'damaged' | 'unreadable';

export interface Finding {
  readonly blob: ScrubbedBlob;
  readonly fault: Fault;
}
