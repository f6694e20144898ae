import { Module } from '@nestjs/common';
import { PackageArchivesModule } from '../../archives/package-archives.module.js';
import { PackageFilesModule } from '../../files/package-files.module.js';
import { PackageManagementModule } from '../../management/package-management.module.js';
import { PackageProcessingModule } from '../../processing/package-processing.module.js';
import { PackageSettingsModule } from '../../settings/package-settings.module.js';
import { NugetGroupController } from './nuget-group.controller.js';
import { NugetManifestReader } from './nuget-manifest.reader.js';
import { NugetReadsService } from './nuget-reads.service.js';
import { NugetController } from './nuget.controller.js';
import { NugetRepository } from './nuget.repository.js';
import { NugetService } from './nuget.service.js';

/** NuGet packages (contract: packages §5.5). */
@Module({
  imports: [
    PackageArchivesModule,
    PackageFilesModule,
    PackageManagementModule,
    PackageProcessingModule,
    PackageSettingsModule,
  ],
  controllers: [NugetController, NugetGroupController],
  providers: [NugetService, NugetReadsService, NugetRepository, NugetManifestReader],
})
export class NugetModule {}
