import { AmbientValue } from '../../common/concurrency/ambient-value.js';
import { FairSlots } from '../../common/concurrency/fair-slots.js';

/** Of the connections of requests; the others are left to those that only read, which wait for no row. */
const AT_ONCE = 8;
/** A row that is locked for long keeps everybody waiting who writes to the same record. */
const AT_ONCE_PER_SUBJECT = 5;
/** As long as for a connection. */
const TIMEOUT_MS = 30_000;

const subjects = new AmbientValue<string>();

/** Runs the handling of a request that may write; `subject` is what it writes to. */
export const writeTo = <T>(subject: string, work: () => T): T => subjects.run(subject, work);

/**
 * Lets the writes of requests run while connections are left for others: what waits for a lock keeps its connection, and
 * all of them would be taken by writes to one locked row. What writes to other records has its turn meanwhile.
 */
export class WriteTurns {
  private readonly slots = new FairSlots({
    atOnce: AT_ONCE,
    atOncePerKey: AT_ONCE_PER_SUBJECT,
    waiting: Number.POSITIVE_INFINITY,
    timeoutMs: TIMEOUT_MS,
  });
  private others = 0;

  /** Throws NoSlotInTime. */
  take<T>(write: () => Promise<T>): Promise<T> {
    return this.slots.run(subjects.get() ?? this.ownSubject(), write);
  }

  private ownSubject(): string {
    this.others += 1;
    return String(this.others);
  }
}
