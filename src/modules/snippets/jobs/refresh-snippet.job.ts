import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Job } from '../../../platform/queue/job.js';
import { SNIPPET_PUSHED } from '../../repositories/pushes/push.js';
import type { SnippetPushed } from '../../repositories/pushes/push.js';
import { SnippetContentsService } from '../snippet-contents.service.js';
import { SnippetsRepository } from '../snippets.repository.js';

/**
 * Updates the stored file list of a snippet that was pushed to by git. Safe to repeat. Takes its turn among the changes
 * by REST: a list that was read before such a change would undo what the change has stored (contract: core §11).
 */
@Injectable()
export class RefreshSnippetJob implements Job<SnippetPushed> {
  static readonly jobName = 'snippets.refresh';
  static readonly on = [SNIPPET_PUSHED];
  static readonly concurrency = 3;

  constructor(
    private readonly contents: SnippetContentsService,
    private readonly snippets: SnippetsRepository,
    private readonly database: Database,
  ) {}

  async perform({ snippetId }: SnippetPushed): Promise<void> {
    await this.database.transaction(async () => {
      if (await this.snippets.lock(snippetId)) {
        const files = await this.database.detached(() => this.contents.paths(snippetId));
        await this.snippets.update(snippetId, { files });
      }
    });
  }
}
