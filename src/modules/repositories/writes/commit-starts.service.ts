import { Injectable } from '@nestjs/common';
import { badRequest, message } from '../../../common/errors/catalogue.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import type { ReadSession } from '../reads/read-session.js';
import { RefListsService } from '../refs/ref-lists.service.js';
import { BRANCHES, isCommitId, isRefName } from '../../../platform/git/ref-names.js';
import type { CommitRequest } from './commit-request.js';

/** The start of a commit. */
export interface CommitStart {
  /** Current head of the branch; null if the branch does not exist. */
  readonly head: Commit | null;
  /** The commit to build on; null for the first commit of a repository. */
  readonly parent: Commit | null;
}

const invalidStart = () => badRequest('Invalid start');
const nameInvalid = () => message(400, 'Branch name is invalid');
const notOnBranch = () => message(400, 'You can only create or edit files when you are on a branch');
const alreadyThere = (branch: string) =>
  message(400, `A branch called '${branch}' already exists. Switch to that branch in order to make changes`);

/** Determines the start of a commit (contract: git §3.3 step 1). */
@Injectable()
export class CommitStartsService {
  constructor(private readonly refs: RefListsService) {}

  /** `headId` is the head of the branch if it is known. Throws 400. */
  async find(
    session: ReadSession,
    gitDir: GitDirectory,
    request: CommitRequest,
    headId?: string,
  ): Promise<CommitStart> {
    const { branch, startBranch, startSha, force } = request;
    if (!isRefName(branch)) {
      throw nameInvalid();
    }
    const head = await session.commit(headId ?? BRANCHES + branch);
    const start = await this.startOf(session, request);
    const isElsewhere = start !== null && (startBranch === undefined ? startSha !== head?.id : startBranch !== branch);
    if (head && isElsewhere && !force) {
      throw alreadyThere(branch);
    }
    if (head) {
      return { head, parent: isElsewhere ? start : head };
    }
    await this.refusePathConflicts(gitDir, branch);
    if (!start && (await this.refs.hasBranches(gitDir))) {
      throw notOnBranch();
    }
    return { head: null, parent: start };
  }

  private async startOf(session: ReadSession, { startBranch, startSha }: CommitRequest): Promise<Commit | null> {
    if (startBranch === undefined && startSha === undefined) {
      return null;
    }
    const start =
      startBranch !== undefined
        ? isRefName(startBranch) && (await session.commit(BRANCHES + startBranch))
        : isCommitId(startSha ?? '') && (await session.commit(startSha ?? ''));
    if (!start) {
      throw invalidStart();
    }
    return start;
  }

  /** A branch cannot be a directory of another, nor inside one. */
  private async refusePathConflicts(gitDir: GitDirectory, branch: string): Promise<void> {
    if (await this.refs.isInTheWay(gitDir, 'branch', branch)) {
      throw nameInvalid();
    }
  }
}
