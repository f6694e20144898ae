import { Module } from '@nestjs/common';
import { GroupsModule } from '../../../core/groups/groups.module.js';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { SettingsModule } from '../../../core/settings/settings.module.js';
import { PipelineJobsModule } from '../jobs/pipeline-jobs.module.js';
import { PipelineRecordsModule } from '../records/pipeline-records.module.js';
import { RegistrationTargetsRepository } from './registration-targets.repository.js';
import { RegistrationTokenCredential } from './registration-token.credential.js';
import { RunnerAccessSource } from './runner-access-source.sql.js';
import { RunnerByIdResolver } from './runner-by-id.resolver.js';
import { RunnerContactsService } from './runner-contacts.service.js';
import { RunnerPermissionsRepository } from './runner-permissions.repository.js';
import { RunnerRegistrationController } from './runner-registration.controller.js';
import { RunnerRegistrationService } from './runner-registration.service.js';
import { RunnerViewsService } from './runner-views.service.js';
import { RunnersController } from './runners.controller.js';
import { RunnersRepository } from './runners.repository.js';
import { RunnersService } from './runners.service.js';

/** Registration, management and lists of runners. */
@Module({
  imports: [GroupsModule, ProjectsModule, SettingsModule, PipelineJobsModule, PipelineRecordsModule],
  controllers: [RunnerRegistrationController, RunnersController],
  providers: [
    RunnerAccessSource,
    RegistrationTargetsRepository,
    RegistrationTokenCredential,
    RunnerByIdResolver,
    RunnerContactsService,
    RunnerRegistrationService,
    RunnerPermissionsRepository,
    RunnerViewsService,
    RunnersRepository,
    RunnersService,
  ],
  exports: [RunnerContactsService, RunnerRegistrationService],
})
export class RunnersModule {}
