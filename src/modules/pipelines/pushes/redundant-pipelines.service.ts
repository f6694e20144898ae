import { Injectable } from '@nestjs/common';
import { PipelineFactsRepository } from '../creation/pipeline-facts.repository.js';
import type { Pipeline } from '../pipeline.js';
import { PipelineMovesService } from '../processing/pipeline-moves.service.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';

/** Cancels pipelines of a branch that a newer push has made redundant (contract: triggers §6). */
@Injectable()
export class RedundantPipelinesService {
  constructor(
    private readonly pipelines: PipelinesRepository,
    private readonly facts: PipelineFactsRepository,
    private readonly moves: PipelineMovesService,
  ) {}

  /** Cancels older pipelines, if the project's settings say so. */
  async cancelOlderThan({ iid, projectId, ref, isTag }: Pipeline): Promise<void> {
    if (isTag || !(await this.facts.cancelsRedundant(projectId))) {
      return;
    }
    for (const older of await this.pipelines.redundant(projectId, ref, iid)) {
      await this.moves.cancel(older);
    }
  }
}
