import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Job } from '../../../platform/queue/job.js';
import { HistoryService } from '../reads/history.service.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';

export interface MeasureRepositoryPayload {
  readonly repositoryId: number;
}

/** Counts bytes on disk and commits of the default branch after a push, for the statistics. Safe to repeat. */
@Injectable()
export class MeasureRepositoryJob implements Job<MeasureRepositoryPayload> {
  static readonly jobName = 'repositories.measure';

  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly reads: RepositoryReadsService,
    private readonly history: HistoryService,
  ) {}

  async perform({ repositoryId }: MeasureRepositoryPayload): Promise<void> {
    const repository = await this.rows.findById(repositoryId);
    if (!repository) {
      return;
    }
    await this.reads.open(repository, undefined, async (session, gitDir) => {
      const head = await session.commit('HEAD');
      const commits = head ? await this.history.count(gitDir, { from: null, to: head.id }) : 0;
      await this.rows.noteFigures(repositoryId, await bytesIn(gitDir.path), commits);
    });
  }
}

/** Files that vanish while they are counted count nothing. */
async function bytesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  let bytes = 0;
  for (const entry of entries.filter((found) => found.isFile())) {
    const { size } = await stat(path.join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }));
    bytes += size;
  }
  return bytes;
}
