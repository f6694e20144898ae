import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../common/errors/error-text.js';
import { Contributions } from '../contributions/contributions.js';
import { BackgroundWork } from './background-work.js';
import { DuePoll } from './due-poll.js';
import { JobTransport } from './job-transport.js';
import { JobRegistry } from './job-registry.js';
import { Outbox } from './outbox.js';
import { WakeUp } from './wake-up.js';

/** Jobs of changes in quick succession are claimed together; a job after a longer pause is claimed at once. */
const GATHER_MS = 10;

/** Passes due jobs to the transport, soon after the commit that enqueued them or within a second. */
@Injectable()
export class Dispatcher {
  private readonly logger = new Logger('jobs');
  private readonly owner = `dispatcher-${process.pid}-${randomUUID()}`;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private recurring: Promise<void> | undefined;
  private again = false;
  private isGathering = false;
  /** Whether the last claim left due jobs behind. */
  private leftMore = false;
  private stopped = true;

  constructor(
    private readonly outbox: Outbox,
    private readonly registry: JobRegistry,
    private readonly transport: JobTransport,
    private readonly wakeUp: WakeUp,
    private readonly contributions: Contributions,
    private readonly poll: DuePoll,
  ) {}

  /** Also starts the contributed {@link BackgroundWork}. */
  start(): void {
    this.stopped = false;
    this.transport.start();
    const background = this.contributions.to(BackgroundWork);
    background.forEach((work) => {
      work.start();
    });
    const look = (): void => {
      this.look();
    };
    this.wakeUp.listen(look);
    this.poll.start([
      { isDue: this.outbox.isRecurringDue(this.registry.recurring()), look: () => void this.enqueueRecurring() },
      { isDue: this.outbox.isAnyDue, look },
      ...background.flatMap(({ due }) => due ?? []),
    ]);
    this.look();
  }

  /** Stops claiming, waits up to `graceMs` for running jobs, and gives the rest back. */
  async stop(graceMs: number): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.isGathering = false;
    await this.poll.stop();
    await Promise.all([this.recurring, this.round]);
    const others = this.contributions.to(BackgroundWork).map((work) => work.stop(graceMs));
    await Promise.all([this.transport.stop(graceMs), ...others]);
  }

  private look(): void {
    if (this.stopped) {
      return;
    }
    if (this.round || this.isGathering) {
      this.again = true;
      return;
    }
    this.again = false;
    this.round = this.dispatch().finally(() => {
      this.round = undefined;
      this.schedule();
    });
  }

  /** Called when capacity is free again: looks for more jobs when some were left behind, or are about to be. */
  private settled(isAwaited: boolean): void {
    if (isAwaited || this.leftMore) {
      this.look();
    }
  }

  private schedule(): void {
    if (this.stopped) {
      return;
    }
    this.isGathering = true;
    this.timer = setTimeout(() => {
      this.isGathering = false;
      if (this.again) {
        this.look();
      }
    }, GATHER_MS);
  }

  private async dispatch(): Promise<void> {
    try {
      const names = this.registry.names().filter((name) => this.transport.capacityFor(name) > 0);
      const limit = await this.transport.capacity();
      if (limit <= 0 || names.length === 0) {
        this.leftMore = true;
        return;
      }
      const { rows, leftMore } = await this.transport.claim(this.owner, names, limit);
      this.leftMore = leftMore;
      await this.transport.deliver(rows, this.owner, (isAwaited) => {
        this.settled(isAwaited);
      });
      this.again ||= leftMore;
    } catch (error) {
      this.logger.error({ error: errorText(error) });
    }
  }

  private async enqueueRecurring(): Promise<void> {
    this.recurring ??= this.outbox
      .enqueueRecurring(this.registry.recurring())
      .catch((error: unknown) => {
        this.logger.error({ error: errorText(error) });
      })
      .finally(() => {
        this.recurring = undefined;
      });
    await this.recurring;
    this.look();
  }
}
