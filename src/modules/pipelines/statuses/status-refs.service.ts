import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';
import { RepositoryReadsService } from '../../repositories/reads/repository-reads.service.js';
import { isCommitId, isRefName, readRef } from '../../../platform/git/ref-names.js';
import type { RefName } from '../../../platform/git/ref-names.js';
import { RefListsService } from '../../repositories/refs/ref-lists.service.js';
import { RepositoriesService } from '../../repositories/storages/repositories.service.js';
import type { Repository } from '../../repositories/repository.js';
import type { StatusSubject } from './commit-status.js';

/** Finds the commit and the ref of a status (contract: triggers §10). */
@Injectable()
export class StatusRefsService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly lists: RefListsService,
  ) {}

  /** Returns the full id of a commit. Throws 404. */
  async commitId(project: Pick<Project, 'id'>, text: string): Promise<string> {
    const repository = await this.repositories.getCode(project.id);
    const commit = isCommitId(text) ? await this.reads.commit(repository, text) : null;
    if (!commit) {
      throw notFound('Commit');
    }
    return commit.id;
  }

  /** Throws 404 for an unknown commit, an unknown ref, and a commit that no ref contains. */
  async subjectOf(project: Project, shaText: string, refText: string | undefined): Promise<StatusSubject> {
    const sha = await this.commitId(project, shaText);
    const repository = await this.repositories.getCode(project.id);
    const ref = refText === undefined || refText === '' ? null : await this.given(repository, refText);
    return { projectId: project.id, sha, ref: ref ?? (await this.holding(repository, sha, project.defaultBranch)) };
  }

  private async given(repository: Repository, text: string): Promise<RefName> {
    const exact = readRef(text);
    const kinds = exact
      ? [exact]
      : ([
          { kind: 'branch', name: text },
          { kind: 'tag', name: text },
        ] as const);
    for (const ref of kinds.filter(({ name }) => isRefName(name))) {
      if (await this.lists.find(repository, ref.kind, ref.name)) {
        return ref;
      }
    }
    throw notFound('Ref');
  }

  /**
   * Returns a branch with the commit as its head, otherwise one that contains the commit, otherwise a tag; the default
   * branch first, then by name.
   */
  private async holding(repository: Repository, sha: string, defaultBranch: string | null): Promise<RefName> {
    const branches = await this.lists.list(repository, { kind: 'branch', containing: sha });
    const heads = branches.filter(({ id }) => id === sha);
    for (const { name } of [heads, branches].flatMap((found) => preferred(found, defaultBranch))) {
      return { kind: 'branch', name };
    }
    const [tag] = await this.lists.list(repository, { kind: 'tag', containing: sha });
    if (!tag) {
      throw notFound('References for commit');
    }
    return { kind: 'tag', name: tag.name };
  }
}

/** The default branch if it is among the refs, otherwise the first; empty if there are none. */
function preferred<R extends { readonly name: string }>(
  refs: readonly R[],
  defaultBranch: string | null,
): readonly R[] {
  return [...refs.filter(({ name }) => name === defaultBranch), ...refs].slice(0, 1);
}
