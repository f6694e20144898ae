import { Module } from '@nestjs/common';
import { JobTokensModule } from '../../core/job-tokens/job-tokens.module.js';
import { ProjectsModule } from '../../core/projects/projects.module.js';
import { UsersModule } from '../../core/users/users.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { TriggerIdentity } from './call/trigger-identity.js';
import { TriggerPipelineController } from './call/trigger-pipeline.controller.js';
import { TriggerPipelinesService } from './call/trigger-pipelines.service.js';
import { TriggerTokensService } from './call/trigger-tokens.service.js';
import { FollowController } from './follow/follow.controller.js';
import { FollowService } from './follow/follow.service.js';
import { TriggerTypes } from './graphql/trigger-types.js';
import { TriggerPagesController } from './pages/trigger-pages.controller.js';
import { TriggerViewsService } from './trigger-views.service.js';
import { TriggersController } from './triggers.controller.js';
import { TriggersRepository } from './triggers.repository.js';
import { TriggersService } from './triggers.service.js';
import { TriggerTabs } from './pages/trigger-tabs.js';
import { TriggerAccessSource } from './trigger-access-source.sql.js';

/** Trigger tokens and the pipelines that they start (contract: triggers §1, §2). */
@Module({
  imports: [JobTokensModule, ProjectsModule, UsersModule, PipelinesModule],
  controllers: [TriggersController, TriggerPipelineController, TriggerPagesController, FollowController],
  providers: [
    TriggerAccessSource,
    TriggerTabs,
    TriggersService,
    TriggersRepository,
    TriggerViewsService,
    TriggerTokensService,
    TriggerPipelinesService,
    TriggerIdentity,
    FollowService,
    TriggerTypes,
  ],
})
export class TriggersModule {}
