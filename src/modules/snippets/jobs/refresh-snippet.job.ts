import { Injectable } from '@nestjs/common';
import type { Job } from '../../../platform/queue/job.js';
import { SNIPPET_PUSHED } from '../../repositories/pushes/push.js';
import type { SnippetPushed } from '../../repositories/pushes/push.js';
import { SnippetContentsService } from '../snippet-contents.service.js';
import { SnippetsRepository } from '../snippets.repository.js';

/** Updates the stored file list of a snippet that was pushed to by git. Safe to repeat. */
@Injectable()
export class RefreshSnippetJob implements Job<SnippetPushed> {
  static readonly jobName = 'snippets.refresh';
  static readonly on = [SNIPPET_PUSHED];

  constructor(
    private readonly contents: SnippetContentsService,
    private readonly snippets: SnippetsRepository,
  ) {}

  async perform({ snippetId }: SnippetPushed): Promise<void> {
    await this.snippets.update(snippetId, { files: await this.contents.paths(snippetId) });
  }
}
