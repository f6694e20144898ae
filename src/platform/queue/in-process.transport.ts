import { Injectable } from '@nestjs/common';
import { settledWithin } from '../../common/concurrency/settled-within.js';
import { JobTransport } from './job-transport.js';
import type { Claim, Settled } from './job-transport.js';
import { AT_ONCE, JobRegistry } from './job-registry.js';
import { JobRunner } from './job-runner.js';
import { attemptOwner, Outbox } from './outbox.js';
import type { OutboxRow } from './outbox.js';

/** The default: jobs run in the process that claimed them. */
@Injectable()
export class InProcessTransport extends JobTransport {
  private readonly active = new Map<string, number>();
  private readonly runs = new Set<Promise<void>>();

  constructor(
    private readonly runner: JobRunner,
    private readonly registry: JobRegistry,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  /** Nothing to do: this process only runs jobs that it claimed itself. */
  override start(): void {
    return;
  }

  override capacity(): Promise<number> {
    return Promise.resolve(AT_ONCE - this.runs.size);
  }

  override capacityFor(name: string): number {
    return this.registry.concurrencyOf(name) - (this.active.get(name) ?? 0);
  }

  override async claim(owner: string, names: readonly string[], limit: number): Promise<Claim> {
    const capacities = names.map((name) => ({ name, capacity: this.capacityFor(name) }));
    const rows = await this.outbox.start(owner, capacities, limit);
    return { rows, leftMore: rows.some(({ leftMore }) => leftMore) };
  }

  override deliver(rows: readonly OutboxRow[], owner: string, settled: Settled): Promise<void> {
    rows.forEach((row) => {
      this.run(row, owner, settled);
    });
    return Promise.resolve();
  }

  private run(row: OutboxRow, owner: string, settled: Settled): void {
    this.active.set(row.name, (this.active.get(row.name) ?? 0) + 1);
    const run = this.runner
      .perform(row, attemptOwner(owner, row))
      .catch(() => undefined) // the lease expires and the job is claimed again
      .finally(() => {
        const isAwaited = this.capacityFor(row.name) <= 0;
        this.runs.delete(run);
        this.active.set(row.name, (this.active.get(row.name) ?? 1) - 1);
        settled(isAwaited);
      });
    this.runs.add(run);
  }

  override async stop(graceMs: number): Promise<void> {
    await settledWithin(graceMs, this.runs);
    await this.runner.stop();
  }

  override probe(): Promise<void> {
    return Promise.resolve();
  }
}
