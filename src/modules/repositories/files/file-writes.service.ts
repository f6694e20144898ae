import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import type { CommitAction, CommitRequest } from '../writes/commit-request.js';
import { CommitCreationService } from '../commits/commit-creation.service.js';
import type { RepositoryFile } from './file.js';
import { FilesService } from './files.service.js';

/** A commit that changes one file. */
export type FileChange = Omit<CommitRequest, 'actions' | 'force' | 'startSha' | 'isAsSeen'> & {
  readonly action: CommitAction;
};

/** Writes single files: each change is a commit (contract: git §3.4). */
@Injectable()
export class FileWritesService {
  constructor(
    private readonly commits: CommitCreationService,
    private readonly files: FilesService,
  ) {}

  /** `isAsSeen` returns whether the file of the branch is still what the caller saw. Throws 412 if it is not. */
  async change(
    project: Project,
    { action, ...request }: FileChange,
    caller: Caller,
    isAsSeen?: (file: RepositoryFile) => boolean,
  ): Promise<void> {
    const { branch } = request;
    const guard: CommitRequest['isAsSeen'] =
      isAsSeen &&
      (async ({ session, gitDir, head }) => {
        const file = head && (await this.files.at(session, gitDir, { commit: head, ref: branch, path: action.path }));
        return !file || isAsSeen(file); // a missing file is refused by the action
      });
    await this.commits.commit(project, { ...request, actions: [action], force: false, isAsSeen: guard }, caller);
  }
}
