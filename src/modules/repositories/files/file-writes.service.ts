import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import type { CommitAction, CommitRequest } from '../../../core/repositories/commits/commit-request.js';
import { CommitCreation } from '../commits/commit-creation.service.js';

/** A commit that changes one file. */
export type FileChange = Omit<CommitRequest, 'actions' | 'force' | 'startSha'> & { readonly action: CommitAction };

/** Files one by one: each change is a commit (contract: git §3.4). */
@Injectable()
export class FileWrites {
  constructor(private readonly commits: CommitCreation) {}

  async change(project: Project, { action, ...request }: FileChange, caller: Caller): Promise<void> {
    await this.commits.commit(project, { ...request, actions: [action], force: false }, caller);
  }
}
