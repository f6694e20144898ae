import type { OutboxRow } from './outbox.js';

/** Delivers claimed jobs to a process that performs them: in this process, or through Bull on Redis. */
export abstract class JobTransport {
  /** How many jobs may be claimed now. */
  abstract capacity(): Promise<number>;
  /** How many more jobs of this name may run here; 0 leaves them in the outbox. */
  abstract capacityFor(name: string): number;
  /** Takes due jobs for `owner`: no more than `limit`, and of each name no more than may run here. */
  abstract claim(owner: string, names: readonly string[], limit: number): Promise<OutboxRow[]>;
  /** Of what was claimed. `settled` is called whenever capacity is free again. */
  abstract deliver(rows: readonly OutboxRow[], owner: string, settled: () => void): Promise<void>;
  abstract stop(graceMs: number): Promise<void>;
  /** Throws when jobs cannot be delivered, for readiness. */
  abstract probe(): Promise<void>;
}
