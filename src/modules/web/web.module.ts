import { Module } from '@nestjs/common';
import { ConfirmationController, PasswordLinkController } from './account-links/account-links.controller.js';
import { AdminFeaturesController } from './admin/admin-features.controller.js';
import { AdminJobsController, AdminStoragesController } from './admin/admin-state.controller.js';
import { AdminUsersController } from './admin/admin-users.controller.js';
import { AssetsController } from './assets/assets.controller.js';
import { HomeController } from './home/home.controller.js';
import { OwnPasswordService } from './profile/own-password.service.js';
import { PasswordController } from './profile/password.controller.js';
import { SessionPagesController } from './profile/session-pages.controller.js';
import { TokenPagesController } from './profile/token-pages.controller.js';
import { TwoFactorPagesController } from './profile/two-factor-pages.controller.js';
import { DashboardController } from './places/dashboard.controller.js';
import { GroupController } from './places/group.controller.js';
import { GroupOverviewService } from './places/group-overview.service.js';
import { PlaceController } from './places/place.controller.js';
import { PlacePagesService } from './places/place-pages.service.js';
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
import { NewGroupController } from './creation/new-group.controller.js';
import { NewProjectController } from './creation/new-project.controller.js';
import { NamespaceChoiceService } from './creation/namespace-choice.service.js';
import { ContainerContextsService } from './members/container-contexts.service.js';
import { MemberPagesService } from './members/member-pages.service.js';
import { GroupMemberPagesController } from './members/group-member-pages.controller.js';
import { ProjectMemberPagesController } from './members/project-member-pages.controller.js';
import { OperationPagesController } from './operations/operation-pages.controller.js';
import { GroupSettingsController } from './settings/group-settings.controller.js';
import { GroupSettingsService } from './settings/group-settings.service.js';
import { ProjectSettingsController } from './settings/project-settings.controller.js';
import { ProjectSettingsService } from './settings/project-settings.service.js';
import { SignInController, SignOutController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { ProjectOverviewTabs } from './places/overview-tabs.js';
import { GroupOverviewTabs } from './places/overview-tabs.js';
import { ProjectSettingsTabs } from './settings/project-settings.service.js';
import { GroupSettingsTabs } from './settings/group-settings.service.js';
import { ProjectMemberTabs } from './members/container-contexts.service.js';
import { GroupMemberTabs } from './members/container-contexts.service.js';

/** Pages about accounts, groups and projects, and what all pages load. */
@Module({
  controllers: [
    AssetsController,
    HomeController,
    SignInController,
    SignOutController,
    PasswordController,
    TwoFactorPagesController,
    SessionPagesController,
    TokenPagesController,
    ConfirmationController,
    PasswordLinkController,
    DashboardController,
    NewProjectController,
    NewGroupController,
    AdminUsersController,
    AdminFeaturesController,
    AdminJobsController,
    AdminStoragesController,
    OperationPagesController,
    ProjectSettingsController,
    GroupSettingsController,
    ProjectMemberPagesController,
    GroupMemberPagesController,
    ProjectAccessTokenPagesController,
    GroupAccessTokenPagesController,
    ProjectDeployTokenPagesController,
    GroupDeployTokenPagesController,
    GroupController,
    PlaceController,
  ],
  providers: [
    GroupMemberTabs,
    ProjectMemberTabs,
    GroupSettingsTabs,
    ProjectSettingsTabs,
    GroupOverviewTabs,
    ProjectOverviewTabs,
    SignInService,
    OwnPasswordService,
    PlacePagesService,
    GroupOverviewService,
    ContainerContextsService,
    MemberPagesService,
    AccessTokenPagesService,
    DeployTokenPagesService,
    NamespaceChoiceService,
    ProjectSettingsService,
    GroupSettingsService,
  ],
  exports: [PlacePagesService],
})
export class WebModule {}
