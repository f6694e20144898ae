import { Module } from '@nestjs/common';
import { GitModule } from '../../../platform/git/git.module.js';
import { FilesModule } from '../files/files.module.js';
import { ProjectCodeModule } from '../project-code/project-code.module.js';
import { BlobsService } from './blobs.service.js';
import { TreesController } from './trees.controller.js';
import { TreesService } from './trees.service.js';

/** REST API for trees and blobs. */
@Module({
  imports: [GitModule, FilesModule, ProjectCodeModule],
  controllers: [TreesController],
  providers: [TreesService, BlobsService],
})
export class TreesModule {}
