import { Module } from '@nestjs/common';
import { PackageFilesModule } from '../files/package-files.module.js';
import { ProcessPackageJob } from './jobs/process-package.job.js';
import { ResumeProcessingJob } from './jobs/resume-processing.job.js';
import { PackageIntakeService } from './package-intake.service.js';
import { PackageProcessingService } from './package-processing.service.js';
import { ProcessingRepository } from './processing.repository.js';

/** Packages whose archives contain their name and version (contract: packages §3.3). */
@Module({
  imports: [PackageFilesModule],
  providers: [
    PackageIntakeService,
    PackageProcessingService,
    ProcessingRepository,
    ProcessPackageJob,
    ResumeProcessingJob,
  ],
  exports: [PackageIntakeService],
})
export class PackageProcessingModule {}
