import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../../platform/queue/job.js';
import { ChatLinkTokensRepository } from './chat-link-tokens.repository.js';

/** Deletes links of chat users that are too old. */
@Injectable()
export class SweepChatLinksJob implements Job<object>, RecurringJob {
  static readonly jobName = 'integrations.sweep-chat-links';
  readonly everySeconds = 3600;

  constructor(private readonly links: ChatLinkTokensRepository) {}

  perform(): Promise<void> {
    return this.links.sweep();
  }
}
