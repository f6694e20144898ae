import { Module } from '@nestjs/common';
import { PipelinesModule } from '../../pipelines/pipelines.module.js';
import { PackageAccessModule } from '../access/package-access.module.js';
import { PackageFilesModule } from '../files/package-files.module.js';
import { GroupPackagesController } from './group-packages.controller.js';
import { PackageDeletionService } from './package-deletion.service.js';
import { PackageFileDownloadController } from './package-file-download.controller.js';
import { PackageFileListsRepository } from './package-file-lists.repository.js';
import { PackageFilesService } from './package-files.service.js';
import { PackageLinksRepository } from './package-links.repository.js';
import { PackageViewsService } from './package-views.service.js';
import { PackagesController } from './packages.controller.js';
import { PackagesRepository } from './packages.repository.js';
import { PackagesService } from './packages.service.js';

/** The management REST API for packages (contract: packages §3). */
@Module({
  imports: [PackageAccessModule, PackageFilesModule, PipelinesModule],
  controllers: [PackagesController, GroupPackagesController, PackageFileDownloadController],
  providers: [
    PackagesService,
    PackageDeletionService,
    PackageFilesService,
    PackageViewsService,
    PackagesRepository,
    PackageFileListsRepository,
    PackageLinksRepository,
  ],
  exports: [
    PackageDeletionService,
    PackageViewsService,
    PackagesService,
    PackageFilesService,
    PackagesRepository,
    PackageLinksRepository,
    PackageFileListsRepository,
  ],
})
export class PackageManagementModule {}
