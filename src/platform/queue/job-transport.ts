import type { OutboxRow } from './outbox.js';

export interface Claim {
  readonly rows: readonly OutboxRow[];
  /** Whether other jobs were due that could not be claimed. */
  readonly leftMore: boolean;
}

/** `isAwaited` is true when jobs of a name could not be claimed because this one ran. */
export type Settled = (isAwaited: boolean) => void;

/** Delivers claimed jobs to a process that performs them: this one, or through Bull on Redis. */
export abstract class JobTransport {
  /** Begins to run jobs in this process. Not called for operator commands, which build the same program. */
  abstract start(): void;
  /** Returns how many jobs may be claimed now. */
  abstract capacity(): Promise<number>;
  /** Returns how many more jobs of this name may run in this process; 0 leaves them in the outbox. */
  abstract capacityFor(name: string): number;
  /** Claims due jobs for `owner`: at most `limit`, and of each name at most as many as may run. */
  abstract claim(owner: string, names: readonly string[], limit: number): Promise<Claim>;
  /** Calls `settled` whenever capacity is free again. */
  abstract deliver(rows: readonly OutboxRow[], owner: string, settled: Settled): Promise<void>;
  abstract stop(graceMs: number): Promise<void>;
  /** Throws when jobs cannot be delivered; used by the readiness check. */
  abstract probe(): Promise<void>;
}
