import { Injectable } from '@nestjs/common';
import { Env } from '../../../../platform/config/env.js';
import { titleOf } from '../../../../platform/git/commit-object.js';
import type { Commit } from '../../../../platform/git/commit-object.js';
import { KeptCommits } from '../../../../platform/git/kept-commits.js';
import { RepositoriesService } from '../../../repositories/storages/repositories.service.js';
import { RepositoryReadsService } from '../../../repositories/reads/repository-reads.service.js';
import type { EventPayload } from '../../records/event-payload.js';

const PATIENCE_MS = 2000;

/** Commits of pipelines as events show them; all events of a pipeline have the same commit. */
@Injectable()
export class PipelineCommitsService {
  /** Commits without their URL, which changes with the path of the project. */
  private readonly known = new KeptCommits();

  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly env: Env,
  ) {}

  /** The transaction of the event waits for this: if git does not answer in time, message and author are left empty. */
  async of(project: { readonly id: number; readonly path: string }, sha: string): Promise<EventPayload> {
    const url = `${this.env.baseUrl}/${project.path}/-/commit/${sha}`;
    const key = `${project.id} ${sha}`;
    const commit = this.known.get(key) ?? (await this.readSoon(project.id, sha));
    if (!commit) {
      return { id: sha, message: '', title: '', timestamp: null, url, author: { name: '', email: '' } };
    }
    this.known.note(key, commit);
    return {
      id: sha,
      message: commit.message,
      title: titleOf(commit.message),
      timestamp: commit.committer.date,
      url,
      author: { name: commit.author.name, email: commit.author.email },
    };
  }

  private async readSoon(projectId: number, sha: string): Promise<Commit | null> {
    const read = this.read(projectId, sha).catch(() => null);
    const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
    return Promise.race([read, late]);
  }

  private async read(projectId: number, sha: string): Promise<Commit | null> {
    return this.reads.commit(await this.repositories.getCode(projectId), sha);
  }
}
