import { Module } from '@nestjs/common';
import { PackageArchivesModule } from '../../archives/package-archives.module.js';
import { PackageFilesModule } from '../../files/package-files.module.js';
import { PackageProcessingModule } from '../../processing/package-processing.module.js';
import { HelmManifestReader } from './helm-manifest.reader.js';
import { HelmController } from './helm.controller.js';
import { HelmRepository } from './helm.repository.js';
import { HelmService } from './helm.service.js';

/** Helm charts (contract: packages §5.8). */
@Module({
  imports: [PackageArchivesModule, PackageFilesModule, PackageProcessingModule],
  controllers: [HelmController],
  providers: [HelmService, HelmRepository, HelmManifestReader],
})
export class HelmModule {}
