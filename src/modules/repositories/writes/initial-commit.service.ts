import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import type { Tx } from '../../../platform/database/tx.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import { newObject } from '../../../platform/git/pack.js';
import type { NewObject } from '../../../platform/git/pack.js';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { PostReceiveService } from '../pushes/post-receive.service.js';
import { PushFactsRepository } from '../pushes/push-facts.repository.js';
import { BRANCHES } from '../../../platform/git/ref-names.js';
import { RefSwapsService } from '../refs/ref-swaps.service.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { ContainerRef, InitialFiles, RepositoryType } from '../../../core/namespaces/container-repositories.js';
import { commitObject } from './commit-text.js';
import { ObjectWritesService } from './object-writes.service.js';
import { UndoneCreationsService } from './undone-creations.service.js';
import { TreeDraft } from './tree-draft.js';

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

  async write(
    tx: Tx,
    owner: { readonly container: ContainerRef; readonly type: RepositoryType },
    { branch, message, files }: InitialFiles,
    actor: AuditAuthor,
  ): Promise<void> {
    const repository = await this.repositories.find(owner.container, owner.type);
    if (!repository) {
      throw new Error('The repository has no row yet.');
    }
    await this.creations.note(tx, { ...owner, storage: repository.storage });
    const gitDir = await this.repositories.openDirectory(repository, branch);
    const { treeId, objects, changes } = await treeOf(files);
    const commit = await this.commitOf(treeId, message, actor);
    await this.objects.writeDraft(gitDir, [...objects, commit], changes);
    const change = { ref: BRANCHES + branch, before: NULL_ID, after: commit.id };
    await this.refs.compareAndSwap(gitDir, [change]);
    await this.postReceive.followInside(tx, { repository, changes: [change], actor, source: 'api', options: [] });
  }

  private async commitOf(treeId: string, message: string, actor: AuditAuthor): Promise<NewObject> {
    const pusher = await this.facts.findPusher(actor.userId);
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
