import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { CommitFollower } from '../../repositories/pushes/commit-follower.js';
import type { PushedProject } from '../../repositories/pushes/push-facts.repository.js';
import type { ReadSession } from '../../repositories/reads/read-session.js';
import { definitionIn } from '../creation/definition-path.js';

/** Spares commits without a definition the job that creates pipelines (contract: triggers §3, §5). */
@Injectable()
@Contributes(CommitFollower)
export class DefinedCommitsService extends CommitFollower {
  override async follows(commit: Commit, project: PushedProject, session: ReadSession): Promise<boolean> {
    return project.jobsEnabled && (await definitionIn(session, commit, project)) !== null;
  }
}
