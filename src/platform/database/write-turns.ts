import { AmbientValue } from '../../common/concurrency/ambient-value.js';
import { FairSlots } from '../../common/concurrency/fair-slots.js';

/** As long as for a connection. */
const TIMEOUT_MS = 30_000;

const subjects = new AmbientValue<string>();

interface Limits {
  /** Of the connections: the others are left to those that only read, which wait for no row. */
  readonly atOnce: number;
  /** Less than that: a row that is locked for long keeps all those waiting who write to the same subject. */
  readonly atOncePerSubject: number;
}

/** Runs what may write: the handling of a request, where `subject` is the record, or a job, where it is its name. */
export const writeTo = <T>(subject: string, work: () => T): T => subjects.run(subject, work);

/**
 * Lets writes run while connections are left for others: what waits for a lock keeps its connection, and
 * all of them would be taken by writes to one locked row. What writes to other records has its turn meanwhile.
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
