import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../common/errors/error-text.js';
import type { DueWork } from './due-work.js';
import { Outbox } from './outbox.js';

const POLL_MS = 1000;

/** Asks once a second which work is due: one statement for the whole process, so that an idle one costs little. */
@Injectable()
export class DuePoll {
  private readonly logger = new Logger('jobs');
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private stopped = true;

  constructor(private readonly outbox: Outbox) {}

  start(works: readonly DueWork[]): void {
    this.stopped = false;
    this.round = this.poll(works);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private async poll(works: readonly DueWork[]): Promise<void> {
    try {
      const due = await this.outbox.areDue(works.map(({ isDue }) => isDue));
      works
        .filter((_, position) => due[position])
        .forEach(({ look }) => {
          look();
        });
    } catch (error) {
      this.logger.error({ error: errorText(error) });
    }
    if (!this.stopped) {
      this.timer = setTimeout(() => {
        this.round = this.poll(works);
      }, POLL_MS);
    }
  }
}
