import { Injectable } from '@nestjs/common';
import { Role } from '../../core/access/role.js';
import { sees, viewerOf } from '../../core/access/sees.js';
import { guessesOf } from './git-address.js';
import type { GitService, RepositoryGuess } from './git-address.js';
import {
  accessDenied,
  downloadForbidden,
  jobMayNotPush,
  projectArchived,
  pushForbidden,
  repositoryNotFound,
  scopeTooNarrow,
} from './git-refusal.js';
import { accountOf } from '../../core/credentials/account-of.js';
import { coversService } from './git-subject.js';
import type { GitSubject } from './git-subject.js';
import type { GitTarget } from './git-target.js';
import { GitTargetsRepository } from './git-targets.repository.js';

/**
 * Decides what a subject may do, in the order of the table (contract: git §5.2). The credentials have been checked
 * before.
 */
@Injectable()
export class GitAccessService {
  constructor(private readonly targets: GitTargetsRepository) {}

  /** Throws 401, 404 or 403. */
  async authorize(repository: string, subject: GitSubject, service: GitService): Promise<GitTarget> {
    const isPush = service === 'git-receive-pack';
    const target = await this.find(repository, accountOf(subject)?.id ?? 0);
    if (subject.kind === 'anonymous' && (isPush || target?.visibility !== 'public')) {
      throw accessDenied();
    }
    if (!target || !isVisible(target, subject)) {
      throw repositoryNotFound();
    }
    if (!coversService(subject, service)) {
      throw scopeTooNarrow();
    }
    if (!mayRead(target, subject)) {
      throw downloadForbidden();
    }
    if (isPush) {
      refusePush(target, subject);
    }
    return target;
  }

  private async find(repository: string, userId: number): Promise<GitTarget | null> {
    for (const guess of guessesOf(repository)) {
      const target = await this.lookUp(guess, userId);
      if (target) {
        return target;
      }
    }
    return null;
  }

  private async lookUp(guess: RepositoryGuess, userId: number): Promise<GitTarget | null> {
    switch (guess.kind) {
      case 'project':
        return this.targets.findProject(guess.path, userId, 'code');
      case 'wiki':
        return (
          (await this.targets.findProject(guess.path, userId, 'wiki')) ??
          (await this.targets.findGroupWiki(guess.path, userId))
        );
      case 'snippet':
        return this.targets.findSnippet(guess.id, guess.projectPath, userId);
    }
  }
}

function isVisible(target: GitTarget, subject: GitSubject): boolean {
  if (subject.kind === 'deploy_token') {
    return target.visibility === 'public' || isFor(subject, target);
  }
  const account = accountOf(subject);
  if (subject.kind === 'job' && target.projectId === subject.projectId) {
    return true;
  }
  return target.isAuthor || sees(viewerOf(account), target.visibility, target.level);
}

const isFor = (
  { projectId, groupId }: { readonly projectId: number | null; readonly groupId: number | null },
  target: GitTarget,
): boolean =>
  (projectId !== null && projectId === target.projectId) || (groupId !== null && target.groupIds.includes(groupId));

/**
 * Code of a private project requires Reporter; wikis and snippets only require that the subject can see them (contract:
 * git §1, §5.1).
 */
function mayRead(target: GitTarget, subject: GitSubject): boolean {
  if (target.type !== 'code' || target.visibility !== 'private' || subject.kind === 'deploy_token') {
    return true;
  }
  const isOwnJob = subject.kind === 'job' && subject.projectId === target.projectId;
  return isOwnJob || accountOf(subject)?.isAdmin === true || target.level >= Role.Reporter;
}

function refusePush(target: GitTarget, subject: GitSubject): void {
  if (subject.kind === 'job') {
    throw jobMayNotPush();
  }
  const needed = target.type === 'snippet' ? Role.Maintainer : Role.Developer;
  const mayPush = accountOf(subject)?.isAdmin === true || target.isAuthor || target.level >= needed;
  if (!mayPush) {
    throw pushForbidden();
  }
  if (target.archived) {
    throw projectArchived();
  }
}
