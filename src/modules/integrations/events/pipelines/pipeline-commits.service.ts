import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../../common/cache/lru-map.js';
import { Env } from '../../../../platform/config/env.js';
import { titleOf } from '../../../../platform/git/commit-object.js';
import { RepositoriesService } from '../../../repositories/storages/repositories.service.js';
import { RepositoryReadsService } from '../../../repositories/reads/repository-reads.service.js';
import type { EventPayload } from '../../records/event-payload.js';

const MAX_KNOWN = 1000;
const PATIENCE_MS = 2000;

/** Commits of pipelines as events show them; all events of a pipeline tell of the same one. */
@Injectable()
export class PipelineCommitsService {
  private readonly known = new LruMap<string, EventPayload>(MAX_KNOWN);

  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly env: Env,
  ) {}

  /** The transaction of the event waits: git that does not answer soon leaves message and author out. */
  async of(project: { readonly id: number; readonly path: string }, sha: string): Promise<EventPayload> {
    const known = this.known.get(`${project.id} ${sha}`);
    if (known) {
      return known;
    }
    const url = `${this.env.baseUrl}/${project.path}/-/commit/${sha}`;
    const read = this.read(project.id, sha, url).catch(() => null);
    const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
    const commit = await Promise.race([read, late]);
    if (!commit) {
      return { id: sha, message: '', title: '', timestamp: null, url, author: { name: '', email: '' } };
    }
    this.known.set(`${project.id} ${sha}`, commit);
    return commit;
  }

  private async read(projectId: number, sha: string, url: string): Promise<EventPayload | null> {
    const commit = await this.reads.commit(await this.repositories.getCode(projectId), sha);
    return (
      commit && {
        id: sha,
        message: commit.message,
        title: titleOf(commit.message),
        timestamp: commit.committer.date,
        url,
        author: { name: commit.author.name, email: commit.author.email },
      }
    );
  }
}
