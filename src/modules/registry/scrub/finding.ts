import type { ScrubbedBlob } from './scrub.repository.js';

/** What is wrong with stored bytes: they are missing, differ from their digest, or cannot be read at the moment. */
export type Fault = 'missing' | 'damaged' | 'unreadable';

export interface Finding {
  readonly blob: ScrubbedBlob;
  readonly fault: Fault;
}
