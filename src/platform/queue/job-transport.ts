import type { OutboxRow } from './outbox.js';

export interface Claim {
  readonly rows: readonly OutboxRow[];
  /** Whether others were due that could not be taken. */
  readonly leftMore: boolean;
}

/** `isAwaited` where jobs of a name could not be taken because this one ran. */
export type Settled = (isAwaited: boolean) => void;

/** Delivers claimed jobs to a process that performs them: in this process, or through Bull on Redis. */
export abstract class JobTransport {
  /** From now on jobs run here. Not before: operators' commands build the same program, and run none. */
  abstract start(): void;
  /** How many jobs may be claimed now. */
  abstract capacity(): Promise<number>;
  /** How many more jobs of this name may run here; 0 leaves them in the outbox. */
  abstract capacityFor(name: string): number;
  /** Takes due jobs for `owner`: no more than `limit`, and of each name no more than may run here. */
  abstract claim(owner: string, names: readonly string[], limit: number): Promise<Claim>;
  /** `settled` is called whenever capacity is free again. */
  abstract deliver(rows: readonly OutboxRow[], owner: string, settled: Settled): Promise<void>;
  abstract stop(graceMs: number): Promise<void>;
  /** Throws when jobs cannot be delivered, for readiness. */
  abstract probe(): Promise<void>;
}
