import type { Commit } from '../../../platform/git/commit-object.js';
import type { ReadSession } from '../reads/read-session.js';
import type { PushedProject } from './push-facts.repository.js';

/**
 * Tells which commits matter to a follower of `REPOSITORY_PUSHED`: a contribution of each module with such a follower.
 * Asked about the service's own commits only, whose objects are at hand; all other pushes are published.
 */
export abstract class CommitFollower {
  abstract follows(commit: Commit, project: PushedProject, session: ReadSession): Promise<boolean>;
}
