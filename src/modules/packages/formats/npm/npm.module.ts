import { Module } from '@nestjs/common';
import { PackageFilesModule } from '../../files/package-files.module.js';
import { PackageProtocolModule } from '../../protocol/package-protocol.module.js';
import { NpmGroupController } from './npm-group.controller.js';
import { NpmInstanceController } from './npm-instance.controller.js';
import { NpmPackumentsRepository } from './npm-packuments.repository.js';
import { NpmPackumentsService } from './npm-packuments.service.js';
import { NpmPublishingService } from './npm-publishing.service.js';
import { NpmReadingController } from './npm-reading.controller.js';
import { NpmSearchRepository } from './npm-search.repository.js';
import { NpmSearchService } from './npm-search.service.js';
import { NpmTagsService } from './npm-tags.service.js';
import { NpmTarballsService } from './npm-tarballs.service.js';
import { NpmVersionsRepository } from './npm-versions.repository.js';
import { NpmController } from './npm.controller.js';

/** JavaScript packages (contract: packages §5.2). */
@Module({
  imports: [PackageFilesModule, PackageProtocolModule],
  controllers: [NpmController, NpmReadingController, NpmGroupController, NpmInstanceController],
  providers: [
    NpmPublishingService,
    NpmVersionsRepository,
    NpmTagsService,
    NpmTarballsService,
    NpmPackumentsService,
    NpmPackumentsRepository,
    NpmSearchService,
    NpmSearchRepository,
  ],
})
export class NpmModule {}
