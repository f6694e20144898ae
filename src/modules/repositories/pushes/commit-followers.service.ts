import { Injectable } from '@nestjs/common';
import { Contributions } from '../../../platform/contributions/contributions.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import { CommitFollower } from './commit-follower.js';
import type { PushedProject } from './push-facts.repository.js';
import type { Push } from './push.js';

/** Finds out which pushes have followers, so that the others cause no job. */
@Injectable()
export class CommitFollowersService {
  constructor(
    private readonly contributions: Contributions,
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
  ) {}

  /** Whether the push matters to any follower; true if that cannot be determined. The caller holds a lease. */
  async isFollowed({ repository, ownCommit }: Push, project: PushedProject): Promise<boolean> {
    if (!ownCommit) {
      return true;
    }
    const followers = this.contributions.to(CommitFollower);
    try {
      return await this.reads.openLeased(this.repositories.directoryOf(repository), async (session) => {
        const answers = await Promise.all(followers.map((each) => each.follows(ownCommit.commit, project, session)));
        return answers.includes(true);
      });
    } catch {
      return true; // the follower's job reports what is wrong, and is repeated
    }
  }
}
