import { Injectable } from '@nestjs/common';
import { keysetNotOffered, notFound } from '../../../common/errors/catalogue.js';
import { pageOf } from '../../../common/pagination/page-of.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { COUNT_LIMIT, Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { CommitPipelinesService } from '../writes/commit-pipelines.service.js';
import { CommitListsService } from '../reads/commit-lists.service.js';
import { DiffsService } from '../reads/diffs.service.js';
import type { DiffStats } from '../reads/diff-stats.js';
import type { FileDiff } from '../reads/diff-text.js';
import type { ReadSession } from '../reads/read-session.js';
import { RefListsService } from '../refs/ref-lists.service.js';
import type { RefName } from '../../../platform/git/ref-names.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';
import type { SingleCommit } from './commit.presenter.js';
import { CommitQueriesService } from './commit-queries.service.js';
import type { CommitFilter } from './commit-queries.service.js';

/** A commit of a list, with its stats if they were requested. */
export interface ListedCommit {
  readonly commit: Commit;
  readonly stats: DiffStats | undefined;
}

/** Reads commits (contract: git §3.3). */
@Injectable()
export class CommitsService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly queries: CommitQueriesService,
    private readonly lists: CommitListsService,
    private readonly diffs: DiffsService,
    private readonly refs: RefListsService,
    private readonly pipelines: CommitPipelinesService,
  ) {}

  /** Throws 404 for an unknown `ref_name`, 405 for keyset pagination. */
  async list(project: Project, filter: CommitFilter, request: PageRequest): Promise<Page<ListedCommit>> {
    if (request.kind === 'keyset') {
      throw keysetNotOffered(); // the route already rejects keyset requests
    }
    const { page, perPage } = request;
    const none = new Page<ListedCommit>([], { kind: 'offset', request, total: 0, hasNext: false, isEmpty: true });
    return this.code.read(project, none, async (session, gitDir) => {
      const query = await this.queries.read(session, gitDir, project, filter);
      if (query.to.length === 0) {
        return none;
      }
      const ids = await this.lists.ids(gitDir, query, (page - 1) * perPage, perPage + 1);
      const count = await this.lists.count(gitDir, query, COUNT_LIMIT + 1);
      const commits = await session.commits(ids.slice(0, perPage));
      const stats = filter.withStats ? await this.lists.stats(gitDir, ids.slice(0, perPage)) : null;
      const listed = commits.map((commit) => ({ commit, stats: stats?.get(commit.id) }));
      const total = count === null || count > COUNT_LIMIT ? null : count;
      const isEmpty = listed.length === 0;
      return new Page(listed, { kind: 'offset', request, total, hasNext: ids.length > perPage, isEmpty });
    });
  }

  /** Throws 404. */
  async get(project: Project, sha: string, viewer: Caller, withStats: boolean): Promise<SingleCommit> {
    const found = await this.code.readOr404(project, 'Commit', async (session, gitDir) => {
      const commit = await this.find(session, sha);
      const stats = withStats ? await this.statsOf(gitDir, commit) : undefined;
      return { commit, stats };
    });
    return { ...found, pipeline: await this.pipelines.newestOf(project, found.commit.id, viewer) };
  }

  /** Compares the commit with its first parent. Throws 404. */
  diff(project: Project, sha: string): Promise<readonly FileDiff[]> {
    return this.code.readOr404(project, 'Commit', async (session, gitDir) => {
      const { id, parentIds } = await this.find(session, sha);
      return (await this.diffs.between(gitDir, { from: parentIds[0] ?? null, to: id })).files;
    });
  }

  /** Branches and tags that contain the commit. Throws 404. */
  refsOf(
    project: Project,
    sha: string,
    kinds: readonly RefName['kind'][],
    request: PageRequest,
  ): Promise<Page<RefName>> {
    return this.code.readOr404(project, 'Commit', async (session, gitDir) => {
      const { id } = await this.find(session, sha);
      const names: RefName[] = [];
      for (const kind of kinds) {
        const refs = await this.refs.inDirectory(gitDir, { kind, containing: id });
        refs.forEach(({ name }) => names.push({ kind, name })); // there may be more refs than a call accepts arguments
      }
      return pageOf(names, request);
    });
  }

  private async find(session: ReadSession, sha: string): Promise<Commit> {
    const found = await session.resolve(sha);
    if (!found) {
      throw notFound('Commit');
    }
    return found.commit;
  }

  private statsOf(gitDir: GitDirectory, { id, parentIds }: Commit): Promise<DiffStats> {
    return this.diffs.stats(gitDir, { from: parentIds[0] ?? null, to: id });
  }
}
