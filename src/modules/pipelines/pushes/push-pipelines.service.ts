import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { Database } from '../../../platform/database/database.js';
import { isDeletion } from '../../repositories/protection/push-policy.js';
import type { RefChange } from '../../repositories/protection/push-policy.js';
import type { RepositoryPushed } from '../../repositories/pushes/push.js';
import { PipelineCreationService } from '../creation/pipeline-creation.service.js';
import { PipelinePlanningService } from '../creation/pipeline-planning.service.js';
import { PipelineTurnsService } from '../creation/pipeline-turns.service.js';
import type { Pipeline } from '../pipeline.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import { variablesIn, wantsSkip } from './push-options.js';
import { RedundantPipelinesService } from './redundant-pipelines.service.js';

const MAX_REFS = 4;

/** Pipelines of pushed branches and tags (contract: triggers §3 Pushes). */
@Injectable()
export class PushPipelinesService {
  constructor(
    private readonly pipelines: PipelinesRepository,
    private readonly planning: PipelinePlanningService,
    private readonly creation: PipelineCreationService,
    private readonly turns: PipelineTurnsService,
    private readonly redundant: RedundantPipelinesService,
    private readonly database: Database,
  ) {}

  /**
   * Creates a pipeline for each ref; `origin` identifies the push, so that repeating the job does not create a second
   * pipeline.
   */
  async follow(push: RepositoryPushed, origin: string): Promise<void> {
    for (const change of push.refs.filter((each) => !isDeletion(each)).slice(0, MAX_REFS)) {
      const pipeline = await this.make(push, change, `${origin} ${change.ref}`);
      if (pipeline) {
        await this.redundant.cancelOlderThan(pipeline);
      }
    }
  }

  /** Null where the contract creates no pipeline: no definition, no rights, nothing to run. */
  private async make(push: RepositoryPushed, change: RefChange, origin: string): Promise<Pipeline | null> {
    const { projectId } = push;
    try {
      const isDefined = await this.planning.hasDefinition(projectId, change.after);
      const make = () => this.database.transaction(() => this.makeOnce(push, change, origin));
      return isDefined ? await this.turns.run(projectId, make) : null;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        return null;
      }
      throw error;
    }
  }

  private async makeOnce(push: RepositoryPushed, change: RefChange, origin: string): Promise<Pipeline | null> {
    if (await this.pipelines.hasOrigin(origin)) {
      return null;
    }
    const { projectId, actorId: userId, options } = push;
    const isSkippedBy = (message: string) => wantsSkip(options, message);
    const what = { ref: change.ref, objectId: change.after, beforeSha: change.before };
    const variables = variablesIn(options);
    return this.creation.create({ projectId, userId, variables, ...what, isSkippedBy, origin, source: 'push' });
  }
}
