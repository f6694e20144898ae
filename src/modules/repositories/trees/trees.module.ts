import { Module } from '@nestjs/common';
import { GitModule } from '../../../platform/git/git.module.js';
import { FilesModule } from '../files/files.module.js';
import { ProjectCodeModule } from '../project-code/project-code.module.js';
import { BlobsService } from './blobs.service.js';
import { TreesController } from './trees.controller.js';
import { TreesService } from './trees.service.js';

/** Trees and blobs by REST. */
@Module({
  imports: [GitModule, FilesModule, ProjectCodeModule],
  controllers: [TreesController],
  providers: [TreesService, BlobsService],
})
export class TreesModule {}
