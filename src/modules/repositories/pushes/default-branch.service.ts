import { Injectable } from '@nestjs/common';
import { Git } from '../../../platform/git/git.service.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { RepositoryLeasesService } from '../leases/repository-leases.service.js';
import { ProtectionsRepository } from '../protection/protections.repository.js';
import type { RuleLevel } from '../protection/rule-level.js';
import { isCreation, isDeletion } from '../protection/push-policy.js';
import type { RefChange } from '../protection/push-policy.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { readHeadFile } from '../../../platform/git/ref-files.js';
import { BRANCHES, readRef } from '../../../platform/git/ref-names.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { Repository } from '../repository.js';
import { PushFactsRepository } from './push-facts.repository.js';
import type { PushedProject } from './push-facts.repository.js';

/** Push levels by `default_branch_protection`; 0 creates no rule (contract: git §3.5). */
const PUSH_LEVELS: Readonly<Record<number, RuleLevel>> = { 1: 30, 2: 40 };
const MERGE_LEVEL: RuleLevel = 40;

/** Determines the default branch and applies the consequences of a change (contract: git §1, §3.5). */
@Injectable()
export class DefaultBranchService {
  constructor(
    private readonly reads: RepositoryReadsService,
    private readonly repositories: RepositoriesService,
    private readonly protections: ProtectionsRepository,
    private readonly settings: SettingsService,
    private readonly leases: RepositoryLeasesService,
    private readonly facts: PushFactsRepository,
    private readonly git: Git,
  ) {}

  /**
   * Returns the default branch after a push: the current one if it exists, otherwise the first pushed branch in byte
   * order; null if there is none yet.
   */
  async after(
    repository: Repository,
    { defaultBranch }: Pick<PushedProject, 'defaultBranch'>,
    changes: readonly RefChange[],
  ): Promise<string | null> {
    const isPushed = changes.some(
      (change) => change.ref === `${BRANCHES}${defaultBranch ?? ''}` && !isDeletion(change),
    );
    if (defaultBranch !== null && isPushed) {
      return defaultBranch;
    }
    return this.reads.open(repository, null, async (session) => {
      if (defaultBranch !== null && (await session.commit(BRANCHES + defaultBranch))) {
        return defaultBranch;
      }
      const pushed = changes.filter(isCreation).map(({ ref }) => readRef(ref));
      const names = pushed.flatMap((named) => (named?.kind === 'branch' ? [Buffer.from(named.name)] : []));
      const first = names.reduce<Buffer | undefined>(
        (least, name) => (least && Buffer.compare(least, name) <= 0 ? least : name),
        undefined,
      );
      return first?.toString() ?? null;
    });
  }

  /**
   * Points HEAD of a wiki, which alone defines its default branch, to a branch that exists after the push. Safe to
   * repeat.
   */
  async pointHeadAfter(repository: Repository, changes: readonly RefChange[]): Promise<void> {
    const gitDir = await this.repositories.findDirectory(repository);
    const head = gitDir && (await readHeadFile(gitDir.path));
    const named = head === null ? null : readRef(head);
    const branch = await this.after(repository, { defaultBranch: named?.name ?? null }, changes);
    if (branch !== null) {
      await this.pointHead(repository, branch);
    }
  }

  /** Points HEAD to the branch. Safe to repeat; does nothing before the first write. */
  async pointHead(repository: Repository, branch: string): Promise<void> {
    const gitDir = await this.repositories.findDirectory(repository);
    if (gitDir && (await readHeadFile(gitDir.path)) !== BRANCHES + branch) {
      await this.git.run(gitDir, ['symbolic-ref', 'HEAD', BRANCHES + branch]);
    }
  }

  /**
   * Points HEAD of the project's code to its current default branch, under the write lease. Throws 403 during a storage
   * move. Returns the id of the repository; null if the project has no repository or no default branch.
   */
  async pointHeadOf(projectId: number): Promise<number | null> {
    const repository = await this.repositories.find({ projectId }, 'code');
    const project = await this.facts.findProject(projectId);
    const defaultBranch = project?.defaultBranch ?? null;
    if (!repository || defaultBranch === null) {
      return null;
    }
    await this.leases.writing(repository, (present) => this.pointHead(present, defaultBranch));
    return repository.id;
  }

  /** Creates the rule that a repository's first default branch gets; an existing rule of that name is kept. */
  async protect({ id, groupBranchProtection }: PushedProject, branch: string): Promise<void> {
    const protection = groupBranchProtection ?? (await this.settings.current()).defaultBranchProtection;
    const pushLevel = PUSH_LEVELS[protection];
    if (pushLevel !== undefined) {
      const levels = { pushLevel, mergeLevel: MERGE_LEVEL, unprotectLevel: MERGE_LEVEL, allowForcePush: false };
      await this.protections.addBranchRule(id, { pattern: branch, ...levels });
    }
  }
}
