import { Module } from '@nestjs/common';
import { GitModule } from '../../../../platform/git/git.module.js';
import { RepositoriesModule } from '../../../repositories/repositories.module.js';
import { PackageArchivesModule } from '../../archives/package-archives.module.js';
import { PackageFilesModule } from '../../files/package-files.module.js';
import { ComposerIndexService } from './composer-index.service.js';
import { ComposerRefsService } from './composer-refs.service.js';
import { ComposerController } from './composer.controller.js';
import { ComposerRepository } from './composer.repository.js';
import { ComposerService } from './composer.service.js';
import { GroupComposerController } from './group-composer.controller.js';

/** PHP packages (contract: packages §5.6). */
@Module({
  imports: [GitModule, RepositoriesModule, PackageArchivesModule, PackageFilesModule],
  controllers: [ComposerController, GroupComposerController],
  providers: [ComposerService, ComposerIndexService, ComposerRefsService, ComposerRepository],
})
export class ComposerModule {}
