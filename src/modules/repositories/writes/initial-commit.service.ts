import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import type { Tx } from '../../../platform/database/tx.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import type { FirstCommit, RepositoryContents } from '../../../platform/git/new-repository.js';
import { newObject } from '../../../platform/git/pack.js';
import type { NewObject } from '../../../platform/git/pack.js';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { PostReceiveService } from '../pushes/post-receive.service.js';
import type { Push } from '../pushes/push.js';
import { PushFactsRepository } from '../pushes/push-facts.repository.js';
import type { Pusher } from '../pushes/push-facts.repository.js';
import { BRANCHES } from '../../../platform/git/ref-names.js';
import { RefSwapsService } from '../refs/ref-swaps.service.js';
import type { AddedRepository, Repository } from '../repository.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { InitialFiles } from '../../../core/namespaces/container-repositories.js';
import { commitObject } from './commit-text.js';
import { ObjectWritesService } from './object-writes.service.js';
import { arePlain, unlike } from './plain-files.js';
import { UndoneCreationsService } from './undone-creations.service.js';
import { TreeDraft } from './tree-draft.js';
import type { DraftChange } from './tree-draft.js';

/**
 * Writes the first commit of a repository that is created in the same transaction. No other request can see the
 * repository yet, so there is nothing to check or wait for. If the transaction fails, its files are removed later.
 */
@Injectable()
export class InitialCommitService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly objects: ObjectWritesService,
    private readonly refs: RefSwapsService,
    private readonly postReceive: PostReceiveService,
    private readonly facts: PushFactsRepository,
    private readonly clock: Clock,
    private readonly creations: UndoneCreationsService,
  ) {}

  /** Throws 503 if the storage is unreachable. */
  async write(
    tx: Tx,
    added: AddedRepository,
    { branch, message, files }: InitialFiles,
    actor: AuditAuthor,
  ): Promise<void> {
    const [repository, pusher] = await Promise.all([
      this.repositories.getAdded(added),
      this.facts.findPusher(actor.userId),
    ]);
    const { treeId, objects, changes } = await treeOf(files);
    const commit = this.commitOf(treeId, message, pusher);
    const contents = { note: this.creations.noteOf(tx, added), defaultBranch: branch };
    const written = this.create(repository, contents, { id: commit.id, objects: [...objects, commit] }, changes);
    const change = { ref: BRANCHES + branch, before: NULL_ID, after: commit.id };
    const push: Push = { repository, changes: [change], actor, source: 'api', options: [] };
    await this.postReceive.followInside(tx, push, written);
  }

  private async create(
    repository: Repository,
    contents: Pick<RepositoryContents, 'note' | 'defaultBranch'>,
    { id, objects }: FirstCommit,
    changes: readonly DraftChange[],
  ): Promise<void> {
    if (arePlain(objects, changes)) {
      const first = { id, objects: unlike(objects) };
      await this.repositories.createDirectory(repository, { ...contents, first });
      return;
    }
    const gitDir = await this.repositories.createDirectory(repository, contents);
    await this.objects.write(gitDir, objects);
    await this.refs.compareAndSwap(gitDir, [{ ref: BRANCHES + contents.defaultBranch, before: NULL_ID, after: id }]);
  }

  private commitOf(treeId: string, message: string, pusher: Pusher | null): NewObject {
    const person = { name: pusher?.name ?? '', email: pusher?.email ?? '' };
    const seconds = Math.floor(this.clock.millis() / 1000);
    return commitObject({ treeId, parentIds: [], author: person, committer: person, message, seconds });
  }
}

async function treeOf(files: InitialFiles['files']) {
  const draft = new TreeDraft(() => Promise.resolve([]), null);
  const blobs = files.map(({ content }) => newObject('blob', Buffer.from(content)));
  for (const [index, { path }] of files.entries()) {
    const blob = blobs[index];
    if (blob) {
      await draft.put(path, '100644', blob.id);
    }
  }
  const { rootId, objects } = await draft.write();
  return { treeId: rootId, objects: [...blobs, ...objects], changes: await draft.changes() };
}
