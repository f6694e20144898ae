import { Module } from '@nestjs/common';
import { PipelineCreationModule } from '../creation/pipeline-creation.module.js';
import { PipelineProcessingModule } from '../processing/pipeline-processing.module.js';
import { PipelineRecordsModule } from '../records/pipeline-records.module.js';
import { DefinedCommitsService } from './defined-commits.service.js';
import { MakePushPipelinesJob } from './make-push-pipelines.job.js';
import { PushPipelinesService } from './push-pipelines.service.js';
import { RedundantPipelinesService } from './redundant-pipelines.service.js';

/** Creates pipelines for pushes. */
@Module({
  imports: [PipelineCreationModule, PipelineProcessingModule, PipelineRecordsModule],
  providers: [DefinedCommitsService, PushPipelinesService, RedundantPipelinesService, MakePushPipelinesJob],
})
export class PushPipelinesModule {}
