import { Module } from '@nestjs/common';
import { DeployTokensRepository } from './deploy-tokens.repository.js';
import { DeployTokensService } from './deploy-tokens.service.js';
import { GroupDeployTokensController } from './group-deploy-tokens.controller.js';
import { ProjectDeployTokensController } from './project-deploy-tokens.controller.js';
import { DeployTokenAccessSource } from './deploy-token-access-source.sql.js';
import { GroupsModule } from '../groups/groups.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { DeployTokenPagesService } from './pages/deploy-token-pages.service.js';
import { GroupDeployTokenTabs, ProjectDeployTokenTabs } from './pages/deploy-token-tabs.js';
import { GroupDeployTokenPagesController } from './pages/group-deploy-token-pages.controller.js';
import { ProjectDeployTokenPagesController } from './pages/project-deploy-token-pages.controller.js';

/** Deploy tokens: {@link DeployTokensRepository} for protocols that accept them, and pages that manage them. */
@Module({
  imports: [GroupsModule, ProjectsModule],
  controllers: [
    ProjectDeployTokenPagesController,
    GroupDeployTokenPagesController,
    ProjectDeployTokensController,
    GroupDeployTokensController,
  ],
  providers: [
    ProjectDeployTokenTabs,
    GroupDeployTokenTabs,
    DeployTokenPagesService,
    DeployTokenAccessSource,
    DeployTokensService,
    DeployTokensRepository,
  ],
  exports: [DeployTokensRepository],
})
export class DeployTokensModule {}
