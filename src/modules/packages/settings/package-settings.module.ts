import { Module } from '@nestjs/common';
import { PackageAccessModule } from '../access/package-access.module.js';
import { DuplicatesService } from './duplicates.service.js';
import { GroupPackageSettingsController } from './group-package-settings.controller.js';
import { PackageSettingsRepository } from './package-settings.repository.js';
import { PackageSettingsService } from './package-settings.service.js';
import { ProjectPackageSettingsController } from './project-package-settings.controller.js';

/** Package settings of projects and groups (contract: packages §6.3). */
@Module({
  imports: [PackageAccessModule],
  controllers: [ProjectPackageSettingsController, GroupPackageSettingsController],
  providers: [PackageSettingsService, DuplicatesService, PackageSettingsRepository],
  exports: [DuplicatesService, PackageSettingsService],
})
export class PackageSettingsModule {}
