import { Module } from '@nestjs/common';
import { BlobModule } from '../../../../platform/blob/blob.module.js';
import { PackageFilesModule } from '../../files/package-files.module.js';
import { PackageProtocolModule } from '../../protocol/package-protocol.module.js';
import { PackageSettingsModule } from '../../settings/package-settings.module.js';
import { GroupMavenController } from './group-maven.controller.js';
import { InstanceMavenController } from './instance-maven.controller.js';
import { MavenMetadataService } from './maven-metadata.service.js';
import { MavenController } from './maven.controller.js';
import { MavenRepository } from './maven.repository.js';
import { MavenService } from './maven.service.js';

/** Maven repositories (contract: packages §5.4). */
@Module({
  imports: [BlobModule, PackageFilesModule, PackageProtocolModule, PackageSettingsModule],
  controllers: [MavenController, GroupMavenController, InstanceMavenController],
  providers: [MavenService, MavenMetadataService, MavenRepository],
})
export class MavenModule {}
