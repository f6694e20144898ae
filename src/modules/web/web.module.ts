import { Module } from '@nestjs/common';
import { GroupsModule } from '../../core/groups/groups.module.js';
import { ProjectsModule } from '../../core/projects/projects.module.js';
import { SessionsModule } from '../../core/sessions/sessions.module.js';
import { SettingsModule } from '../../core/settings/settings.module.js';
import { SignInModule } from '../../core/sign-in/sign-in.module.js';
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
import { SignInController, SignOutController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { ProjectOverviewTabs, GroupOverviewTabs } from './overview/overview-tabs.js';

/** Pages about accounts, groups and projects, and what all pages load. */
@Module({
  imports: [
    GroupsModule,
    ProjectsModule,
    SessionsModule,
    SettingsModule,
    SignInModule,
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
    GroupController,
    PathController,
  ],
  providers: [GroupOverviewTabs, ProjectOverviewTabs, SignInService, PathPagesService, GroupOverviewService],
  exports: [PathPagesService],
})
export class WebModule {}
