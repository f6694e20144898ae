import { Module } from '@nestjs/common';
import { DeployTokensModule } from '../../core/deploy-tokens/deploy-tokens.module.js';
import { GroupsModule } from '../../core/groups/groups.module.js';
import { MembersModule } from '../../core/members/members.module.js';
import { ProjectsModule } from '../../core/projects/projects.module.js';
import { SessionsModule } from '../../core/sessions/sessions.module.js';
import { SettingsModule } from '../../core/settings/settings.module.js';
import { SignInModule } from '../../core/sign-in/sign-in.module.js';
import { TokensModule } from '../../core/tokens/tokens.module.js';
import { TwoFactorModule } from '../../core/two-factor/two-factor.module.js';
import { UsersModule } from '../../core/users/users.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { AdminJobsController, AdminStoragesController } from './admin/admin-state.controller.js';
import { AssetsController } from './assets/assets.controller.js';
import { HomeController } from './home/home.controller.js';
import { SessionPagesController } from './profile/session-pages.controller.js';
import { DashboardController } from './overview/dashboard.controller.js';
import { GroupController } from './overview/group.controller.js';
import { GroupOverviewService } from './overview/group-overview.service.js';
import { PathController } from './overview/path.controller.js';
import { PathPagesService } from './overview/path-pages.service.js';
import { AccessTokenPagesService } from './container-tokens/access-token-pages.service.js';
import { DeployTokenPagesService } from './container-tokens/deploy-token-pages.service.js';
import {
  GroupAccessTokenPagesController,
  GroupDeployTokenPagesController,
} from './container-tokens/group-token-pages.controller.js';
import {
  ProjectAccessTokenPagesController,
  ProjectDeployTokenPagesController,
} from './container-tokens/project-token-pages.controller.js';
import { ContainerContextsService } from './members/container-contexts.service.js';
import { MemberPagesService } from './members/member-pages.service.js';
import { GroupMemberPagesController } from './members/group-member-pages.controller.js';
import { ProjectMemberPagesController } from './members/project-member-pages.controller.js';
import { SignInController, SignOutController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { ProjectOverviewTabs } from './overview/overview-tabs.js';
import { GroupOverviewTabs } from './overview/overview-tabs.js';
import { ProjectMemberTabs } from './members/container-contexts.service.js';
import { GroupMemberTabs } from './members/container-contexts.service.js';

/** Pages about accounts, groups and projects, and what all pages load. */
@Module({
  imports: [
    DeployTokensModule,
    GroupsModule,
    MembersModule,
    ProjectsModule,
    SessionsModule,
    SettingsModule,
    SignInModule,
    TokensModule,
    TwoFactorModule,
    UsersModule,
    RepositoriesModule,
  ],
  controllers: [
    AssetsController,
    HomeController,
    SignInController,
    SignOutController,
    SessionPagesController,
    DashboardController,
    AdminJobsController,
    AdminStoragesController,
    ProjectMemberPagesController,
    GroupMemberPagesController,
    ProjectAccessTokenPagesController,
    GroupAccessTokenPagesController,
    ProjectDeployTokenPagesController,
    GroupDeployTokenPagesController,
    GroupController,
    PathController,
  ],
  providers: [
    GroupMemberTabs,
    ProjectMemberTabs,
    GroupOverviewTabs,
    ProjectOverviewTabs,
    SignInService,
    PathPagesService,
    GroupOverviewService,
    ContainerContextsService,
    MemberPagesService,
    AccessTokenPagesService,
    DeployTokenPagesService,
  ],
  exports: [PathPagesService],
})
export class WebModule {}
