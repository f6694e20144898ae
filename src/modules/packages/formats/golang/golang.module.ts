import { Module } from '@nestjs/common';
import { RepositoriesModule } from '../../../repositories/repositories.module.js';
import { PackageArchivesModule } from '../../archives/package-archives.module.js';
import { PackageFilesModule } from '../../files/package-files.module.js';
import { GoReleasesService } from './go-releases.service.js';
import { GoRevisionsService } from './go-revisions.service.js';
import { GoRootsService } from './go-roots.service.js';
import { GoUploadsService } from './go-uploads.service.js';
import { GolangController } from './golang.controller.js';
import { GolangRepository } from './golang.repository.js';
import { GolangService } from './golang.service.js';
import { ProjectPathsRepository } from './project-paths.repository.js';
import { ShowGoReleasesJob } from './show-go-releases.job.js';

/** Go modules (contract: packages §5.10). */
@Module({
  imports: [RepositoriesModule, PackageArchivesModule, PackageFilesModule],
  controllers: [GolangController],
  providers: [
    GolangService,
    GoRevisionsService,
    GoReleasesService,
    GoRootsService,
    GoUploadsService,
    GolangRepository,
    ProjectPathsRepository,
    ShowGoReleasesJob,
  ],
})
export class GolangModule {}
