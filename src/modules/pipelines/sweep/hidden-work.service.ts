import { Injectable } from '@nestjs/common';
import { ProjectWork } from '../../../core/projects/project-work.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { PipelineMovesService } from '../processing/pipeline-moves.service.js';
import { DueJobsRepository } from './due-jobs.repository.js';

/** A deletion cancels jobs, even if it is undone before the sweep reaches them (contract: core §10). */
@Injectable()
@Contributes(ProjectWork)
export class HiddenWorkService extends ProjectWork {
  constructor(
    private readonly due: DueJobsRepository,
    private readonly pipelines: PipelineMovesService,
  ) {
    super();
  }

  override async cancelHidden(deletionId: string): Promise<void> {
    for (const pipelineId of await this.due.hiddenBy(deletionId)) {
      await this.pipelines.cancel(pipelineId);
    }
  }
}
