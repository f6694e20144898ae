import { Injectable } from '@nestjs/common';
import type { Job } from '../../../platform/queue/job.js';
import { PipelineProcessingService } from './pipeline-processing.service.js';

export interface ProcessPipelinePayload {
  readonly pipelineId: number;
}

/** Starts a pipeline of many jobs that was created. Safe to repeat. */
@Injectable()
export class ProcessPipelineJob implements Job<ProcessPipelinePayload> {
  static readonly jobName = 'pipelines.process-pipeline';

  constructor(private readonly processing: PipelineProcessingService) {}

  perform({ pipelineId }: ProcessPipelinePayload): Promise<void> {
    return this.processing.process(pipelineId);
  }
}
