import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Job as BullJob, Queue } from 'bull';
import { LogThrottle } from '../logging/log-throttle.js';
import { JobTransport } from './job-transport.js';
import type { Claim, Settled } from './job-transport.js';
import { AT_ONCE, JobRegistry } from './job-registry.js';
import { JobRunner } from './job-runner.js';
import { Outbox } from './outbox.js';
import type { OutboxRow } from './outbox.js';

export const QUEUE_NAME = 'slipway-jobs';
const MAX_WAITING = 64;
/** Delay before a ticket is issued again when it reached a process that already runs enough jobs of its name. */
const DEFERRED_SECONDS = 1;
const TIMEOUT_MS = 3000;
/** How often the connections are cut: Bull may reconnect while it closes. */
const CUTS = 10;
const CUT_PAUSE_MS = 100;
/** Lifetime of the key that the probe writes. */
const PROBE_SECONDS = 60;

interface Ticket {
  readonly id: number;
  /** Owner of the lease in PostgreSQL; a ticket with a stale owner is ignored. */
  readonly owner: string;
}

/**
 * Delivers jobs through Bull: Redis holds only tickets, the rows stay in PostgreSQL until the work is done. When Redis
 * is flushed or restarted and loses tickets, their leases expire and the jobs are claimed again.
 */
@Injectable()
export class BullTransport extends JobTransport implements BeforeApplicationShutdown {
  private readonly logger = new Logger('jobs');
  private readonly throttle = new LogThrottle();
  private settled: Settled = () => undefined;
  private closing: Promise<void> | undefined;
  /** Number of running jobs by name, in this process. */
  private readonly active = new Map<string, number>();

  constructor(
    private readonly queue: Queue<Ticket>,
    private readonly runner: JobRunner,
    private readonly outbox: Outbox,
    private readonly registry: JobRegistry,
  ) {
    super();
    queue.on('error', (error: Error) => {
      // A server that is not Redis causes hundreds of errors per second.
      this.throttle.pass(() => {
        this.logger.warn({ redis: error.message });
      });
    });
  }

  override start(): void {
    void this.queue
      .process('*', AT_ONCE, (ticket: BullJob<Ticket>) => this.take(ticket.name, ticket.data))
      .catch(() => undefined);
  }

  override async capacity(): Promise<number> {
    return MAX_WAITING - (await soon(this.queue.getWaitingCount()));
  }

  override capacityFor(name: string): number {
    return this.registry.concurrencyOf(name) - (this.active.get(name) ?? 0);
  }

  override async claim(owner: string, names: readonly string[], limit: number): Promise<Claim> {
    const capacities = names.map((name) => ({ name, capacity: this.capacityFor(name) }));
    const rows = await this.outbox.claim(owner, capacities, limit);
    return { rows, leftMore: rows.length === limit };
  }

  override async deliver(rows: readonly OutboxRow[], owner: string, settled: Settled): Promise<void> {
    this.settled = settled;
    const options = { attempts: 1, removeOnComplete: true, removeOnFail: true };
    const tickets = rows.map((row) => ({
      name: row.name,
      data: { id: row.id, owner },
      opts: { ...options, jobId: `${row.id}-${randomUUID()}` },
    }));
    try {
      await soon(this.queue.addBulk(tickets));
    } catch (error) {
      await this.outbox.handBack(
        owner,
        rows.map((row) => row.id),
        false,
      );
      throw error;
    }
  }

  override async stop(graceMs: number): Promise<void> {
    await soon(this.queue.pause(true, true)).catch(() => undefined);
    const deadline = performance.now() + graceMs;
    while (this.runner.busy > 0 && performance.now() < deadline) {
      await sleep(50);
    }
    await this.runner.stop();
    await this.close();
  }

  /** Operator commands shut down without calling `stop`. */
  beforeApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private close(): Promise<void> {
    this.closing ??= this.closeSoon();
    return this.closing;
  }

  /**
   * When Redis does not answer, Bull's close may never end: it reconnects, and waits for connections that have already
   * ended. They are cut here, and Bull's module, which would close the queue again, is told that there is nothing to
   * wait for.
   */
  private async closeSoon(): Promise<void> {
    try {
      await soon(this.queue.close(true));
    } catch {
      Object.assign(this.queue, { onApplicationShutdown: () => undefined });
      for (let round = 1; round <= CUTS; round += 1) {
        this.queue.clients.forEach(cut);
        await sleep(CUT_PAUSE_MS);
      }
    }
  }

  override async probe(): Promise<void> {
    // Not PING: a Redis that is out of memory, or cannot write its snapshots, answers PING but takes no tickets.
    await soon(this.queue.client.set(this.queue.toKey('probe'), '1', 'EX', PROBE_SECONDS));
  }

  private async take(name: string, { id, owner }: Ticket): Promise<void> {
    if (this.capacityFor(name) <= 0) {
      await this.outbox.retry(id, owner, DEFERRED_SECONDS, 'Enough jobs of its kind were under way.');
      return;
    }
    this.active.set(name, (this.active.get(name) ?? 0) + 1);
    try {
      await this.runner.begin(id, owner, `bull-${process.pid}-${randomUUID()}`);
    } finally {
      const isAwaited = this.capacityFor(name) <= 0;
      this.active.set(name, (this.active.get(name) ?? 1) - 1);
      this.settled(isAwaited);
    }
  }
}

/**
 * Also destroys the stream: for a client that is still connecting, `disconnect` may close an earlier stream than its
 * current one.
 */
function cut(client: Queue['clients'][number]): void {
  client.disconnect();
  client.stream.destroy();
}

/** Limits the wait: an unreachable Redis would block the dispatcher. */
async function soon<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('Redis does not answer.'));
    }, TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
