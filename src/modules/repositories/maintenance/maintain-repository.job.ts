import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { PausableDeletions } from '../../../platform/database/pausable-deletions.js';
import { Git } from '../../../platform/git/git.service.js';
import { JobPostponed } from '../../../platform/queue/job.js';
import type { Job } from '../../../platform/queue/job.js';
import { RepositoryLeasesService } from '../leases/repository-leases.service.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { Repository } from '../repository.js';

export interface MaintainRepositoryPayload {
  readonly repositoryId: number;
}

/** Packs, or loose objects, beyond which a repository is packed anew. */
const MANY_PACKS = 30;
const MANY_LOOSE = 4000;
/** Loose objects are spread evenly: one directory of them tells of all. */
const SAMPLED = '17';
const DIRECTORIES = 256;
/** Refs in files of their own, beyond which listing them takes longer than it should. */
const MANY_REFS = 500;
/** What nothing reaches any more stays for who still reads it (contract: git §5.4). */
const PRUNED_AFTER = '--prune=2.weeks.ago';

/** Packs a repository anew when it has become scattered, under the write lease. Safe to repeat. */
@Injectable()
export class MaintainRepositoryJob implements Job<MaintainRepositoryPayload> {
  static readonly jobName = 'repositories.maintain';
  static readonly concurrency = 1;
  static readonly maxAttempts = 5;

  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly repositories: RepositoriesService,
    private readonly leases: RepositoryLeasesService,
    private readonly git: Git,
    private readonly deletions: PausableDeletions,
  ) {}

  async perform({ repositoryId }: MaintainRepositoryPayload): Promise<void> {
    const repository = await this.rows.findById(repositoryId);
    const gitDir = repository && (await this.repositories.findDirectory(repository));
    if (!gitDir) {
      return;
    }
    if (await isScattered(path.join(gitDir.path, 'objects'))) {
      await this.pack(repository, ['gc', '--quiet', PRUNED_AFTER]);
      return;
    }
    if ((await filesIn(path.join(gitDir.path, 'refs'))) > MANY_REFS) {
      await this.pack(repository, ['pack-refs', '--all', '--prune']);
    }
  }

  /** Files give way to packed ones here: not while a backup copies them. */
  private async pack(repository: Repository, command: readonly string[]): Promise<void> {
    const isDone = await this.deletions.run(async () => {
      await this.leases.writing(repository, async (present) => {
        const gitDir = await this.repositories.findDirectory(present);
        await (gitDir && this.git.run(gitDir, command));
      });
    });
    if (!isDone) {
      throw new JobPostponed('A backup is being taken.');
    }
  }
}

async function isScattered(objects: string): Promise<boolean> {
  const packs = await namesIn(path.join(objects, 'pack'));
  const loose = await namesIn(path.join(objects, SAMPLED));
  return packs.filter((name) => name.endsWith('.pack')).length > MANY_PACKS || loose.length * DIRECTORIES > MANY_LOOSE;
}

async function filesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

const namesIn = (directory: string): Promise<string[]> => readdir(directory).catch(() => []);
