import { Module } from '@nestjs/common';
import { OperationsModule } from '../../../core/operations/operations.module.js';
import { UsersModule } from '../../../core/users/users.module.js';
import { PackageAccessModule } from '../access/package-access.module.js';
import { PackageManagementModule } from '../management/package-management.module.js';
import { CleanPackagesJob } from './jobs/clean-packages.job.js';
import { StartPackageCleanupsJob } from './jobs/start-package-cleanups.job.js';
import { PackageCleanupController } from './package-cleanup.controller.js';
import { PackageCleanupPoliciesRepository } from './package-cleanup-policies.repository.js';
import { PackageCleanupPoliciesService } from './package-cleanup-policies.service.js';
import { PackageCleanupRunService } from './package-cleanup-run.service.js';
import { PackageCleanupService } from './package-cleanup.service.js';
import { PackageFactsRepository } from './package-facts.repository.js';

/** Deletes packages automatically (contract: packages §6.2). */
@Module({
  imports: [PackageAccessModule, PackageManagementModule, OperationsModule, UsersModule],
  controllers: [PackageCleanupController],
  providers: [
    PackageCleanupService,
    PackageCleanupRunService,
    PackageCleanupPoliciesService,
    PackageCleanupPoliciesRepository,
    PackageFactsRepository,
    CleanPackagesJob,
    StartPackageCleanupsJob,
  ],
  exports: [PackageCleanupService, PackageCleanupPoliciesService],
})
export class PackageCleanupModule {}
