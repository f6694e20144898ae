import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import type { Caller } from '../../core/access/caller.js';
import type { Tx } from '../../platform/database/tx.js';
import { ContainerRepositoriesService } from '../repositories/container-repositories.service.js';
import { RepositoriesService } from '../repositories/storages/repositories.service.js';
import type { CommitAction } from '../repositories/writes/commit-request.js';
import { CommitWritesService } from '../repositories/writes/commit-writes.service.js';
import { InitialCommitService } from '../repositories/writes/initial-commit.service.js';
import type { SnippetFile } from './snippet-files.js';
import { SNIPPET_BRANCH } from './snippet.js';

/** Writes to the repositories of snippets (contract: core §8). */
@Injectable()
export class SnippetRepositoriesService {
  constructor(
    private readonly containers: ContainerRepositoriesService,
    private readonly repositories: RepositoriesService,
    private readonly firstCommits: InitialCommitService,
    private readonly commits: CommitWritesService,
  ) {}

  /** Creates a repository with these files, on the given storage or on one that is chosen. */
  async store(
    tx: Tx,
    id: number,
    files: readonly SnippetFile[],
    storage: string | undefined,
    caller: Caller,
  ): Promise<void> {
    const container = { snippetId: id };
    const chosen = storage ?? (await this.containers.chooseStorage(undefined, caller));
    await this.containers.add(container, 'snippet', chosen);
    const commit = { branch: SNIPPET_BRANCH, message: 'Initial commit', files };
    await this.firstCommits.write(tx, { container, type: 'snippet', storage: chosen }, commit, caller);
  }

  /** Throws 404, and 400 for actions that do not fit the files. */
  async change(id: number, actions: readonly CommitAction[], caller: Caller): Promise<void> {
    const repository = await this.repositories.find({ snippetId: id }, 'snippet');
    if (!repository) {
      throw notFound('Snippet');
    }
    const request = { branch: SNIPPET_BRANCH, message: 'Update snippet', actions, force: false };
    await this.commits.commit(repository, request, caller, SNIPPET_BRANCH);
  }

  /** Runs in the current transaction. */
  removeAll(tx: Tx, id: number): Promise<void> {
    return this.containers.removeAllOf(tx, { snippetId: id });
  }
}
