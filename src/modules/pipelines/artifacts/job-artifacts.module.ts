import { Module } from '@nestjs/common';
import { SettingsModule } from '../../../core/settings/settings.module.js';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { PipelineJobsModule } from '../jobs/pipeline-jobs.module.js';
import { ProjectPipelinesModule } from '../project-pipelines/project-pipelines.module.js';
import { ArtifactHoldings } from './artifact-holdings.js';
import { ArtifactsController } from './artifacts.controller.js';
import { ArtifactsRepository } from './artifacts.repository.js';
import { ArtifactsService } from './artifacts.service.js';

/** Files that jobs upload. */
@Module({
  imports: [BlobModule, SettingsModule, PipelineJobsModule, ProjectPipelinesModule],
  controllers: [ArtifactsController],
  providers: [ArtifactHoldings, ArtifactsRepository, ArtifactsService],
  exports: [ArtifactsRepository, ArtifactsService],
})
export class JobArtifactsModule {}
