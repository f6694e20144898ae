import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { pageOf } from '../../../common/pagination/page-of.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Project } from '../../../core/projects/project.js';
import { shareOf } from '../reads/read-session.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { RefListsService } from '../refs/ref-lists.service.js';
import type { ListedRef } from '../refs/ref-lists.service.js';
import { BRANCHES, isRefName } from '../../../platform/git/ref-names.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { Repository } from '../repository.js';
import { filterNames } from '../ref-filter.js';
import type { RefFilter } from '../ref-filter.js';
import type { Branch } from './branch.js';

export type BranchSort = 'name_asc' | 'updated_asc' | 'updated_desc';

/** Reads branches (contract: git §3.1). */
@Injectable()
export class BranchesService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly refs: RefListsService,
  ) {}

  async list(project: Project, filter: RefFilter, sort: BranchSort, request: PageRequest): Promise<Page<Branch>> {
    const repository = await this.repositories.getCode(project.id);
    const order = sort === 'name_asc' ? 'refname' : 'committerdate:raw';
    const listed = await this.refs.list(repository, { kind: 'branch', order, isDescending: sort === 'updated_desc' });
    const page = pageOf(await filterNames(listed, filter), request);
    const branches = await this.withCommits(repository, project, page.items);
    return page.map(({ name }) => branches.get(name)).map((branch) => branch ?? this.missing());
  }

  /** Throws 404. */
  async get(project: Project, name: string): Promise<Branch> {
    const repository = await this.repositories.getCode(project.id);
    const ref = isRefName(name) ? await this.refs.find(repository, 'branch', name) : null;
    const branch = ref && (await this.withCommits(repository, project, [ref])).get(name);
    return branch ?? this.missing();
  }

  /** Returns the branch as it was when it pointed at this commit. Throws 404. */
  async at(project: Project, ref: ListedRef): Promise<Branch> {
    const repository = await this.repositories.getCode(project.id);
    return (await this.withCommits(repository, project, [ref])).get(ref.name) ?? this.missing();
  }

  private async withCommits(
    repository: Repository,
    { defaultBranch }: Project,
    refs: readonly ListedRef[],
  ): Promise<ReadonlyMap<string, Branch>> {
    if (refs.length === 0) {
      return new Map();
    }
    const merged = await this.mergedInto(
      repository,
      defaultBranch,
      refs.map(({ name }) => name),
    );
    return this.reads.open(repository, new Map(), async (session) => {
      const branches = new Map<string, Branch>();
      for (const { name, id } of refs) {
        const commit = await session.commit(id, shareOf(refs.length));
        if (commit) {
          branches.set(name, { name, commit, isMerged: merged.has(name) });
        }
      }
      return branches;
    });
  }

  /** Returns which of these branches the default branch contains and has moved beyond (contract: git §3.1). */
  private async mergedInto(
    repository: Repository,
    defaultBranch: string | null,
    names: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const head = defaultBranch === null ? null : await this.refs.find(repository, 'branch', defaultBranch);
    const query = { kind: 'branch', names, mergedInto: BRANCHES + (defaultBranch ?? '') } as const;
    const reached = head ? await this.refs.list(repository, query) : [];
    return new Set(reached.filter(({ id }) => id !== head?.id).map(({ name }) => name));
  }

  private missing(): never {
    throw notFound('Branch');
  }
}
