import { Module } from '@nestjs/common';
import { AccessReportModule } from '../access-report/access-report.module.js';
import { GroupTypes } from './graphql/group-types.js';
import { GroupTargetResolver } from '../access/target-resolver.js';
import { DeletionsModule } from '../deletions/deletions.module.js';
import { MembersModule } from '../members/members.module.js';
import { NamespacesModule } from '../namespaces/namespaces.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SpamModule } from '../spam/spam.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { UsersModule } from '../users/users.module.js';
import { GroupAccessController } from './group-access.controller.js';
import { GroupRunnersTokenService } from './group-runners-token.service.js';
import { GroupDeletionController } from './group-deletion.controller.js';
import { GroupCreationService } from './group-creation.service.js';
import { GroupDeletionPreviewsService } from './group-deletion-previews.service.js';
import { GroupDeletionService } from './group-deletion.service.js';
import { GroupTokensController } from './group-tokens.controller.js';
import { GroupDeletionsRepository } from './group-deletions.repository.js';
import { GroupInsertionService } from './group-insertion.service.js';
import { GroupMembersController } from './group-members.controller.js';
import { GroupRemovalService } from './group-removal.service.js';
import { GroupByIdOrPath } from './group-target.resolver.js';
import { GroupPagesService } from './pages/group-pages.service.js';
import { GroupRestorationService } from './group-restoration.service.js';
import { GroupUpdatesService } from './group-updates.service.js';
import { GroupViewsService } from './group-views.service.js';
import { GroupsController } from './groups.controller.js';
import { GroupsRepository } from './groups.repository.js';
import { GroupsService } from './groups.service.js';
import { NewGroupRulesService } from './new-group-rules.service.js';
import { OwnedNamespacesService } from './owned-namespaces.service.js';
import { DeleteGroupJob } from './delete-group.job.js';
import { NewGroupController } from './pages/new-group.controller.js';
import { GroupSettingsController } from './pages/group-settings.controller.js';
import { GroupSettingsService, GroupSettingsTabs } from './pages/group-settings.service.js';
import { GroupMemberPagesController } from './pages/group-member-pages.controller.js';
import { GroupAccessTokenPagesController } from './pages/group-access-token-pages.controller.js';
import { GroupContextsService, GroupMemberTabs } from './pages/group-contexts.service.js';

/** Groups and their subgroups, with members, tokens, deletion and pages (contract: core §5). */
@Module({
  imports: [
    AccessReportModule,
    DeletionsModule,
    MembersModule,
    NamespacesModule,
    OperationsModule,
    ProjectsModule,
    SettingsModule,
    SpamModule,
    TokensModule,
    UsersModule,
  ],
  controllers: [
    GroupMemberPagesController,
    GroupAccessTokenPagesController,
    GroupSettingsController,
    NewGroupController,
    GroupsController,
    GroupDeletionController,
    GroupMembersController,
    GroupTokensController,
    GroupAccessController,
  ],
  providers: [
    GroupMemberTabs,
    GroupContextsService,
    GroupSettingsTabs,
    GroupSettingsService,
    GroupsService,
    GroupsRepository,
    GroupCreationService,
    NewGroupRulesService,
    GroupInsertionService,
    GroupUpdatesService,
    GroupDeletionPreviewsService,
    GroupDeletionService,
    GroupRestorationService,
    GroupPagesService,
    GroupRunnersTokenService,
    GroupDeletionsRepository,
    GroupRemovalService,
    GroupViewsService,
    GroupByIdOrPath,
    { provide: GroupTargetResolver, useExisting: GroupByIdOrPath },
    DeleteGroupJob,
    OwnedNamespacesService,
    GroupTypes,
  ],
  exports: [GroupContextsService, GroupsService, GroupPagesService, GroupByIdOrPath],
})
export class GroupsModule {}
