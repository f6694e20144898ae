import { Module } from '@nestjs/common';
import { PackageFilesModule } from '../../files/package-files.module.js';
import { PackageManagementModule } from '../../management/package-management.module.js';
import { PackageSettingsModule } from '../../settings/package-settings.module.js';
import { GenericController } from './generic.controller.js';
import { GenericService } from './generic.service.js';

/** Files of any kind (contract: packages §5.1). */
@Module({
  imports: [PackageFilesModule, PackageManagementModule, PackageSettingsModule],
  controllers: [GenericController],
  providers: [GenericService],
})
export class GenericModule {}
