import { Module } from '@nestjs/common';
import { GroupsModule } from '../../../core/groups/groups.module.js';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { PackageCleanupModule } from '../cleanup/package-cleanup.module.js';
import { PackageManagementModule } from '../management/package-management.module.js';
import { PackageRestorationModule } from '../restoration/package-restoration.module.js';
import { PackageSettingsModule } from '../settings/package-settings.module.js';
import { GroupPackagePagesController } from './group-package-pages.controller.js';
import { GroupPackageSettingsPagesController } from './group-package-settings-pages.controller.js';
import { ModulePagesController } from './module-pages.controller.js';
import { PackageNotesRepository } from './package-notes.repository.js';
import { PackagePagesController } from './package-pages.controller.js';
import { PackagePagesService } from './package-pages.service.js';
import { PackageSettingsPagesController } from './package-settings-pages.controller.js';
import { GroupPackageTabs, PackageTabs } from './package-tabs.js';

/** Pages about packages. */
@Module({
  imports: [
    GroupsModule,
    ProjectsModule,
    PackageManagementModule,
    PackageRestorationModule,
    PackageCleanupModule,
    PackageSettingsModule,
  ],
  controllers: [
    PackageSettingsPagesController,
    GroupPackageSettingsPagesController,
    PackagePagesController,
    ModulePagesController,
    GroupPackagePagesController,
  ],
  providers: [PackagePagesService, PackageNotesRepository, PackageTabs, GroupPackageTabs],
})
export class PackagePagesModule {}
