import { Module } from '@nestjs/common';
import { BlobModule } from '../../../../platform/blob/blob.module.js';
import { PackageFilesModule } from '../../files/package-files.module.js';
import { PackageManagementModule } from '../../management/package-management.module.js';
import { PackageProtocolModule } from '../../protocol/package-protocol.module.js';
import { ConanInstanceController } from './conan-instance.controller.js';
import { ConanProjectController } from './conan-project.controller.js';
import { ConanReadsService } from './conan-reads.service.js';
import { ConanWritesService } from './conan-writes.service.js';
import { ConanRepository } from './conan.repository.js';

/** Recipes and binary packages of conan 1 (contract: packages §5.7). */
@Module({
  imports: [BlobModule, PackageFilesModule, PackageManagementModule, PackageProtocolModule],
  controllers: [ConanProjectController, ConanInstanceController],
  providers: [ConanReadsService, ConanWritesService, ConanRepository],
})
export class ConanModule {}
