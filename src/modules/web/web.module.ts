import { Module } from '@nestjs/common';
import { GroupsModule } from '../../core/groups/groups.module.js';
import { ProjectsModule } from '../../core/projects/projects.module.js';
import { SessionsModule } from '../../core/sessions/sessions.module.js';
import { SignInModule } from '../../core/sign-in/sign-in.module.js';
import { TwoFactorModule } from '../../core/two-factor/two-factor.module.js';
import { UsersModule } from '../../core/users/users.module.js';
import { AdminJobsController } from './admin/admin-jobs.controller.js';
import { AssetsController } from './assets/assets.controller.js';
import { HomeController } from './home/home.controller.js';
import { SessionPagesController } from './profile/session-pages.controller.js';
import { DashboardController } from './overview/dashboard.controller.js';
import { GroupController } from './overview/group.controller.js';
import { GroupOverviewService } from './overview/group-overview.service.js';
import { PathController } from './overview/path.controller.js';
import { PathPagesService } from './overview/path-pages.service.js';
import { SignInController, SignOutController } from './sign-in/sign-in.controller.js';
import { SignInLinkController } from './sign-in/sign-in-link.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { ProjectOverviewTabs, GroupOverviewTabs } from './overview/overview-tabs.js';

/** Pages about accounts, groups and projects, and the assets of all pages. */
@Module({
  imports: [GroupsModule, ProjectsModule, SessionsModule, SignInModule, TwoFactorModule, UsersModule],
  controllers: [
    AssetsController,
    HomeController,
    SignInController,
    SignOutController,
    SignInLinkController,
    SessionPagesController,
    DashboardController,
    AdminJobsController,
    GroupController,
    PathController,
  ],
  providers: [GroupOverviewTabs, ProjectOverviewTabs, SignInService, PathPagesService, GroupOverviewService],
  exports: [PathPagesService],
})
export class WebModule {}
