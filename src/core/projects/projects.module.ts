import { Module } from '@nestjs/common';
import { AccessReportModule } from '../access-report/access-report.module.js';
import { ProjectTargetResolver } from '../access/target-resolver.js';
import { DeletionsModule } from '../deletions/deletions.module.js';
import { MembersModule } from '../members/members.module.js';
import { NamespacesModule } from '../namespaces/namespaces.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SpamModule } from '../spam/spam.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeleteProjectJob } from './delete-project.job.js';
import { GraphqlProjectsService } from './graphql/graphql-projects.service.js';
import { ProjectTypes } from './graphql/project-types.js';
import { NewProjectRulesService } from './new-project-rules.service.js';
import { ProjectCreationService } from './project-creation.service.js';
import { ProjectDefaultBranchService } from './project-default-branch.service.js';
import { ProjectAccessController } from './project-access.controller.js';
import { ProjectRunnersTokenService } from './project-runners-token.service.js';
import { ProjectDeletionController } from './project-deletion.controller.js';
import { ProjectDeletionPreviewsService } from './project-deletion-previews.service.js';
import { ProjectDeletionService } from './project-deletion.service.js';
import { ProjectSpaceService } from './project-space.service.js';
import { ProjectStatisticsService } from './project-statistics.service.js';
import { ProjectTokensController } from './project-tokens.controller.js';
import { ProjectDeletionsRepository } from './project-deletions.repository.js';
import { ProjectInsertionService } from './project-insertion.service.js';
import { ProjectMembersController } from './project-members.controller.js';
import { TargetNamespacesRepository } from './target-namespaces.repository.js';
import { TargetNamespacesService } from './target-namespaces.service.js';
import { ProjectPagesService } from './pages/project-pages.service.js';
import { ProjectRestorationService } from './project-restoration.service.js';
import { ProjectRemovalService } from './project-removal.service.js';
import { ProjectByIdOrPath } from './project-target.resolver.js';
import { ProjectUsersController } from './project-users.controller.js';
import { ProjectViewsService } from './project-views.service.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';
import { NewProjectController } from './pages/new-project.controller.js';
import { ProjectSettingsController } from './pages/project-settings.controller.js';
import { ProjectSettingsService, ProjectSettingsTabs } from './pages/project-settings.service.js';
import { ProjectMemberPagesController } from './pages/project-member-pages.controller.js';
import { ProjectAccessTokenPagesController } from './pages/project-access-token-pages.controller.js';
import { ProjectContextsService, ProjectMemberTabs } from './pages/project-contexts.service.js';

/** Projects, with their members, tokens, deletion and pages (contract: core §6). */
@Module({
  imports: [
    AccessReportModule,
    DeletionsModule,
    MembersModule,
    NamespacesModule,
    OperationsModule,
    SettingsModule,
    SpamModule,
    TokensModule,
    UsersModule,
  ],
  controllers: [
    ProjectMemberPagesController,
    ProjectAccessTokenPagesController,
    ProjectSettingsController,
    NewProjectController,
    ProjectsController,
    ProjectMembersController,
    ProjectUsersController,
    ProjectTokensController,
    ProjectDeletionController,
    ProjectAccessController,
  ],
  providers: [
    ProjectMemberTabs,
    ProjectContextsService,
    ProjectSettingsTabs,
    ProjectSettingsService,
    ProjectsService,
    ProjectDefaultBranchService,
    ProjectsRepository,
    TargetNamespacesService,
    TargetNamespacesRepository,
    ProjectCreationService,
    NewProjectRulesService,
    ProjectInsertionService,
    ProjectDeletionService,
    ProjectDeletionPreviewsService,
    ProjectRestorationService,
    ProjectPagesService,
    ProjectRunnersTokenService,
    ProjectDeletionsRepository,
    ProjectRemovalService,
    ProjectViewsService,
    ProjectStatisticsService,
    ProjectSpaceService,
    ProjectByIdOrPath,
    { provide: ProjectTargetResolver, useExisting: ProjectByIdOrPath },
    DeleteProjectJob,
    GraphqlProjectsService,
    ProjectTypes,
  ],
  exports: [
    ProjectContextsService,
    ProjectsService,
    ProjectDeletionService,
    ProjectDeletionPreviewsService,
    ProjectPagesService,
    ProjectDeletionsRepository,
    ProjectRemovalService,
    ProjectViewsService,
    ProjectByIdOrPath,
    GraphqlProjectsService,
  ],
})
export class ProjectsModule {}
