import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { UsersModule } from '../../../core/users/users.module.js';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { RepositoriesModule } from '../../repositories/repositories.module.js';
import { JobArtifactsModule } from '../artifacts/job-artifacts.module.js';
import { PipelineJobsModule } from '../jobs/pipeline-jobs.module.js';
import { JobLogsModule } from '../logs/job-logs.module.js';
import { ProjectPipelinesModule } from '../project-pipelines/project-pipelines.module.js';
import { JobPagesController } from './job-pages.controller.js';
import { JobPagesService } from './job-pages.service.js';
import { PipelinePagesController } from './pipeline-pages.controller.js';
import { PipelineTabs, PipelinePagesService } from './pipeline-pages.service.js';

/** Pages about pipelines and jobs. */
@Module({
  imports: [
    BlobModule,
    ProjectsModule,
    UsersModule,
    RepositoriesModule,
    JobArtifactsModule,
    JobLogsModule,
    PipelineJobsModule,
    ProjectPipelinesModule,
  ],
  controllers: [PipelinePagesController, JobPagesController],
  providers: [PipelineTabs, PipelinePagesService, JobPagesService],
})
export class PipelinePagesModule {}
