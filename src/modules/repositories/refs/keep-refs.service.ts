import { Injectable } from '@nestjs/common';
import { Git } from '../../../platform/git/git.service.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { LooseFiles } from '../../../platform/git/loose-files.js';
import { releaseRefLock } from '../../../platform/git/ref-move.js';
import { RepositoryLeasesService } from '../leases/repository-leases.service.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import { RepositoriesService } from '../storages/repositories.service.js';

/** Why a commit is protected from garbage collection: a pipeline refers to it, or a deleted ref may be restored. */
export type KeepReason = 'pipelines' | 'deleted';

export interface KeptObject {
  /** Id of the pipeline or the deleted ref. */
  readonly id: number;
  readonly objectId: string;
}

/**
 * Manages hidden refs, which are never advertised, listed or pushable (contract: git §5.4). Safe to repeat; postponed
 * during a move.
 */
@Injectable()
export class KeepRefsService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly rows: RepositoriesRepository,
    private readonly leases: RepositoryLeasesService,
    private readonly git: Git,
    private readonly loose: LooseFiles,
  ) {}

  /** Keeps the object as `refs/keep/<reason>/<id>`; does nothing if the repository is gone. */
  async keep(repositoryId: number, reason: KeepReason, id: number, objectId: string): Promise<void> {
    const move = { ref: `refs/keep/${reason}/${id}`, before: NULL_ID, after: objectId };
    await this.writing(repositoryId, async (gitDir) => {
      if ((await this.loose.moveRef(gitDir, move)) !== 'moved') {
        await releaseRefLock(gitDir.path, move); // left by an attempt whose process or thread was killed
        await this.update(gitDir, `update ${move.ref} ${objectId}`);
      }
    });
  }

  /** Like {@link keep}, for many objects with one git process. */
  async keepAll(repositoryId: number, reason: KeepReason, kept: readonly KeptObject[]): Promise<void> {
    const lines = kept.map(({ id, objectId }) => `update refs/keep/${reason}/${id} ${objectId}`);
    await this.writing(repositoryId, (gitDir) => this.update(gitDir, ...lines));
  }

  release(repositoryId: number, reason: KeepReason, id: number): Promise<void> {
    return this.releaseAll(repositoryId, reason, [id]);
  }

  async releaseAll(repositoryId: number, reason: KeepReason, ids: readonly number[]): Promise<void> {
    const lines = ids.map((id) => `update refs/keep/${reason}/${id} ${NULL_ID}`);
    await this.writing(repositoryId, (gitDir) => this.update(gitDir, ...lines));
  }

  private async writing(repositoryId: number, work: (gitDir: GitDirectory) => Promise<void>): Promise<void> {
    const repository = await this.rows.findById(repositoryId);
    if (repository && (await this.repositories.findDirectory(repository))) {
      await this.leases.writingForService(repository, async (present) => {
        const gitDir = await this.repositories.findDirectory(present);
        await (gitDir && work(gitDir));
      });
    }
  }

  private async update(gitDir: GitDirectory, ...lines: readonly string[]): Promise<void> {
    await this.git.run(gitDir, ['update-ref', '--stdin'], { input: lines.map((line) => `${line}\n`).join('') });
  }
}
