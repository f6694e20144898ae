import { Module } from '@nestjs/common';
import { PackageAccessModule } from '../access/package-access.module.js';
import { GroupPackagesController } from './group-packages.controller.js';
import { PackageFileListsRepository } from './package-file-lists.repository.js';
import { PackageFilesService } from './package-files.service.js';
import { PackageLinksRepository } from './package-links.repository.js';
import { PackageViewsService } from './package-views.service.js';
import { PackagesController } from './packages.controller.js';
import { PackagesRepository } from './packages.repository.js';
import { PackagesService } from './packages.service.js';

/** Packages through the management REST (contract: packages §3). */
@Module({
  imports: [PackageAccessModule],
  controllers: [PackagesController, GroupPackagesController],
  providers: [
    PackagesService,
    PackageFilesService,
    PackageViewsService,
    PackagesRepository,
    PackageFileListsRepository,
    PackageLinksRepository,
  ],
  exports: [PackageViewsService],
})
export class PackageManagementModule {}
