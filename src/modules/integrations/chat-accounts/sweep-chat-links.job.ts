import { Injectable } from '@nestjs/common';
import { HOUR_SECONDS } from '../../../common/time/units.js';
import type { Job, RecurringJob } from '../../../platform/queue/job.js';
import { ChatLinkTokensRepository } from './chat-link-tokens.repository.js';

/** Deletes expired links of chat users. */
@Injectable()
export class SweepChatLinksJob implements Job<object>, RecurringJob {
  static readonly jobName = 'integrations.sweep-chat-links';
  readonly everySeconds = HOUR_SECONDS;

  constructor(private readonly links: ChatLinkTokensRepository) {}

  perform(): Promise<void> {
    return this.links.sweep();
  }
}
