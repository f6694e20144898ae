import { Module } from '@nestjs/common';
import { PackageAccessModule } from '../access/package-access.module.js';
import { PackageManagementModule } from '../management/package-management.module.js';
import { RestorationController } from './restoration.controller.js';
import { RestorationRepository } from './restoration.repository.js';
import { RestorationService } from './restoration.service.js';

/** Restores deleted packages and files while their bytes are kept (contract: packages §6.1). */
@Module({
  imports: [PackageAccessModule, PackageManagementModule],
  controllers: [RestorationController],
  providers: [RestorationService, RestorationRepository],
  exports: [RestorationService],
})
export class PackageRestorationModule {}
