import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';
import type { CommitQuery } from '../reads/commit-lists.service.js';
import type { ReadSession } from '../reads/read-session.js';
import { RefListsService } from '../refs/ref-lists.service.js';
import { BRANCHES } from '../../../platform/git/ref-names.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';

/** Filters of a requested list of commits. */
export interface CommitFilter extends Pick<CommitQuery, 'since' | 'until' | 'path' | 'author'> {
  readonly refName?: string | undefined;
  readonly all: boolean;
  readonly firstParent: boolean;
  readonly withStats: boolean;
  readonly topological: boolean;
}

const RANGE = /^(.*?)\.\.(.+)$/;

/** Converts request parameters to the revisions of a graph walk (contract: git §2, §3.3). */
@Injectable()
export class CommitQueriesService {
  constructor(private readonly refs: RefListsService) {}

  /** Throws 404 for a name that does not resolve. An empty default branch contributes no revision. */
  async read(session: ReadSession, gitDir: GitDirectory, project: Project, filter: CommitFilter): Promise<CommitQuery> {
    const { since, until, path, author, firstParent, topological } = filter;
    return {
      since,
      until,
      path,
      author,
      firstParent,
      topological,
      ...(await this.ends(session, gitDir, project, filter)),
    };
  }

  private async ends(
    session: ReadSession,
    gitDir: GitDirectory,
    { defaultBranch }: Project,
    { refName, all }: CommitFilter,
  ): Promise<Pick<CommitQuery, 'to' | 'notFrom'>> {
    if (all) {
      return { to: await this.everything(gitDir) };
    }
    if (refName === undefined) {
      const head = defaultBranch === null ? null : await session.commit(BRANCHES + defaultBranch);
      return { to: head ? [head.id] : [] };
    }
    const [, from, to] = RANGE.exec(refName) ?? [];
    if (from === undefined || to === undefined) {
      return { to: [await this.idOf(session, refName)] };
    }
    return { to: [await this.idOf(session, to)], notFrom: await this.idOf(session, from) };
  }

  private async everything(gitDir: GitDirectory): Promise<string[]> {
    const branches = await this.refs.inDirectory(gitDir, { kind: 'branch' });
    const tags = await this.refs.inDirectory(gitDir, { kind: 'tag' });
    return [...new Set([...branches, ...tags].map(({ id }) => id))];
  }

  private async idOf(session: ReadSession, name: string): Promise<string> {
    const found = await session.resolve(name);
    if (!found) {
      throw notFound('Commit');
    }
    return found.commit.id;
  }
}
