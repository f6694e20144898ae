import { Module } from '@nestjs/common';
import { GitModule } from '../../../platform/git/git.module.js';
import { ProjectCodeModule } from '../project-code/project-code.module.js';
import { ArchivesController } from './archives.controller.js';
import { ArchivesService } from './archives.service.js';

/** REST API for archives. */
@Module({ imports: [GitModule, ProjectCodeModule], controllers: [ArchivesController], providers: [ArchivesService] })
export class ArchivesModule {}
