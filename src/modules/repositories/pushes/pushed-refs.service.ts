import { Injectable } from '@nestjs/common';
import { ProtectionsRepository } from '../protection/protections.repository.js';
import { rulesFor } from '../protection/protection-rule.js';
import { isCreation, isDeletion } from '../protection/push-policy.js';
import type { RefChange } from '../protection/push-policy.js';
import { HistoryService } from '../reads/history.service.js';
import type { CommitRange } from '../reads/history.service.js';
import type { ReadSession } from '../reads/read-session.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { BRANCHES, readRef } from '../../../platform/git/ref-names.js';
import type { Repository } from '../repository.js';
import type { PushedProject } from './push-facts.repository.js';
import type { PushedRef } from './push-payload.js';
import type { OwnCommit, Push } from './push.js';

/** Contract: integrations §4.2. */
const COMMITS_SHOWN = 20;
/** Maximum size of all messages in an event together. */
const MESSAGE_BYTES = 1024 * 1024;
type Facts = Omit<PushedRef, 'change' | 'isProtected'>;
const NO_FACTS: Facts = { checkoutId: null, tag: null, commits: [], paths: new Map(), totalCommits: 0 };

const factsOf = ({ commit, paths }: OwnCommit): Facts => ({
  checkoutId: commit.id,
  tag: null,
  commits: [commit],
  paths: new Map([[commit.id, paths]]),
  totalCommits: 1,
});

/** Reads the details of pushed refs for events. */
@Injectable()
export class PushedRefsService {
  constructor(
    private readonly reads: RepositoryReadsService,
    private readonly history: HistoryService,
    private readonly protections: ProtectionsRepository,
  ) {}

  /** `changes` are the changes of the push that get events. */
  async describe(
    { repository, ownCommit }: Push,
    project: PushedProject,
    changes: readonly RefChange[],
  ): Promise<PushedRef[]> {
    const hasTags = changes.some(({ ref }) => readRef(ref)?.kind === 'tag');
    const [branches, tags] = [
      await this.protections.branchRules(project.id),
      hasTags ? await this.protections.tagRules(project.id) : [],
    ];
    const described: PushedRef[] = [];
    for (const change of changes) {
      const named = readRef(change.ref);
      const rules: readonly { readonly pattern: string }[] = named?.kind === 'tag' ? tags : branches;
      const isProtected = rulesFor(rules, named?.name ?? '').length > 0;
      const facts = ownCommit ? factsOf(ownCommit) : await this.facts(repository, project, change);
      described.push({ change, isProtected, ...facts });
    }
    return described;
  }

  private async facts(repository: Repository, project: PushedProject, change: RefChange): Promise<Facts> {
    if (isDeletion(change)) {
      return NO_FACTS;
    }
    const isTag = readRef(change.ref)?.kind === 'tag';
    return isTag ? this.tagFacts(repository, change) : this.branchFacts(repository, project, change);
  }

  private tagFacts(repository: Repository, { after }: RefChange): Promise<Facts> {
    return this.reads.open(repository, NO_FACTS, async (session) => {
      const [commit, tag] = [await session.commit(after), await session.tag(after)];
      return { ...NO_FACTS, checkoutId: commit?.id ?? after, tag };
    });
  }

  private branchFacts(repository: Repository, project: PushedProject, change: RefChange): Promise<Facts> {
    return this.reads.open(repository, { ...NO_FACTS, checkoutId: change.after }, async (session, gitDir) => {
      const base = isCreation(change) && project.defaultBranch !== null ? BRANCHES + project.defaultBranch : null;
      const known = base === null || base === change.ref ? null : await session.commit(base);
      const range: CommitRange = { from: known?.id ?? change.before, to: change.after };
      const chain = await chainOf(session, range);
      const ids = chain ?? (await this.history.newest(gitDir, range, COMMITS_SHOWN)).reverse();
      const totalCommits = ids.length < COMMITS_SHOWN ? ids.length : await this.history.count(gitDir, range);
      const paths = await this.history.changedPaths(gitDir, ids);
      return {
        checkoutId: change.after,
        tag: null,
        commits: await session.commits(ids, MESSAGE_BYTES),
        paths,
        totalCommits,
      };
    });
  }
}

/**
 * Returns the commit ids of a range, oldest first, if it is a short linear history: this needs no additional git
 * process. Returns null if the range may contain other commits.
 */
async function chainOf(session: ReadSession, { from, to }: CommitRange): Promise<string[] | null> {
  const ids: string[] = [];
  for (let id = to; id !== from;) {
    const commit = ids.length + 1 < COMMITS_SHOWN ? await session.commit(id) : null;
    const [parent, ...others] = commit?.parentIds ?? [];
    if (parent === undefined || others.length > 0) {
      return null;
    }
    ids.unshift(id);
    id = parent;
  }
  return ids;
}
