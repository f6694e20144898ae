import { Slots } from '../../common/concurrency/slots.js';
import type { Caller } from '../access/caller.js';
import type { SpamProof } from '../spam/spam-proof.js';

/** Maximum number of concurrent statements of one document, as many as a REST list uses. */
const STATEMENTS_AT_ONCE = 2;

/** The request of a document, as seen by resolvers. */
export class GraphqlContext {
  private readonly slots = new Slots(STATEMENTS_AT_ONCE);
  /** Key under which the document's loaded records are cached. */
  private loaded: object = {};

  constructor(
    readonly caller: Caller,
    readonly proof: SpamProof,
  ) {}

  get loads(): object {
    return this.loaded;
  }

  /** Called after a change, so that nothing loaded before it is shown. */
  forgetLoads(): void {
    this.loaded = {};
  }

  /** Runs `work` in a turn for its statements; it must not wait for another turn. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.slots.take(work);
  }
}
