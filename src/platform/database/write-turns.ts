import { AmbientValue } from '../../common/concurrency/ambient-value.js';
import { FairSlots } from '../../common/concurrency/fair-slots.js';

/** As long as the wait for a connection. */
const TIMEOUT_MS = 30_000;

const subjects = new AmbientValue<string>();

interface Limits {
  /** Maximum number of connections for writes: the others are left to reads, which wait for no row. */
  readonly atOnce: number;
  /** Maximum for one subject, which is lower: a row that is locked for long delays all writes to the same subject. */
  readonly atOncePerSubject: number;
}

/** Runs work that may write: a request, where `subject` is the record, or a job, where it is the job's name. */
export const writeTo = <T>(subject: string, work: () => T): T => subjects.run(subject, work);

/**
 * Limits writes so that connections are left for others: a write that waits for a lock keeps its connection, and writes
 * to one locked row could occupy all of them. Writes to other records get their turns in between.
 */
export class WriteTurns {
  private readonly slots: FairSlots;
  private others = 0;

  constructor({ atOnce, atOncePerSubject }: Limits) {
    const waiting = Number.POSITIVE_INFINITY;
    this.slots = new FairSlots({ atOnce, atOncePerKey: atOncePerSubject, waiting, timeoutMs: TIMEOUT_MS });
  }

  /** Throws NoSlotInTime. */
  take<T>(write: () => Promise<T>): Promise<T> {
    return this.slots.run(subjects.get() ?? this.ownSubject(), write);
  }

  private ownSubject(): string {
    this.others += 1;
    return String(this.others);
  }
}
