import { Slots } from '../../common/concurrency/slots.js';
import type { Caller } from '../access/caller.js';
import type { SpamProof } from '../spam/spam-proof.js';

/** Statements of one document that run side by side, as a list of REST has two. */
const STATEMENTS_AT_ONCE = 2;

/** What resolvers know of the request that a document came with. */
export class GraphqlContext {
  private readonly slots = new Slots(STATEMENTS_AT_ONCE);
  /** What was loaded for the document so far belongs to this object. */
  private loaded: object = {};

  constructor(
    readonly caller: Caller,
    readonly proof: SpamProof,
  ) {}

  get loads(): object {
    return this.loaded;
  }

  /** After a change: nothing that was loaded before it is shown again. */
  forgetLoads(): void {
    this.loaded = {};
  }

  /** Runs statements when it is their turn; the work must not wait for another turn. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.slots.take(work);
  }
}
