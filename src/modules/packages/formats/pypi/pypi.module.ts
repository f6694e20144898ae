import { Module } from '@nestjs/common';
import { PackageFilesModule } from '../../files/package-files.module.js';
import { PypiGroupController } from './pypi-group.controller.js';
import { PypiIndexesRepository } from './pypi-indexes.repository.js';
import { PypiIndexesService } from './pypi-indexes.service.js';
import { PypiPublishingService } from './pypi-publishing.service.js';
import { PypiReadingController } from './pypi-reading.controller.js';
import { PypiController } from './pypi.controller.js';

/** Python packages (contract: packages §5.3). */
@Module({
  imports: [PackageFilesModule],
  controllers: [PypiController, PypiReadingController, PypiGroupController],
  providers: [PypiPublishingService, PypiIndexesService, PypiIndexesRepository],
})
export class PypiModule {}
