import { Module } from '@nestjs/common';
import { GroupsModule } from '../../../core/groups/groups.module.js';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { PackageManagementModule } from '../management/package-management.module.js';
import { PackageRestorationModule } from '../restoration/package-restoration.module.js';
import { GroupPackagePagesController } from './group-package-pages.controller.js';
import { ModulePagesController } from './module-pages.controller.js';
import { PackagePagesController } from './package-pages.controller.js';
import { PackagePagesService } from './package-pages.service.js';
import { GroupPackageTabs, PackageTabs } from './package-tabs.js';

/** Pages about packages. */
@Module({
  imports: [GroupsModule, ProjectsModule, PackageManagementModule, PackageRestorationModule],
  controllers: [PackagePagesController, ModulePagesController, GroupPackagePagesController],
  providers: [PackagePagesService, PackageTabs, GroupPackageTabs],
})
export class PackagePagesModule {}
