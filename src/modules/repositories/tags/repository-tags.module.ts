import { Module } from '@nestjs/common';
import { ProjectCodeModule } from '../project-code/project-code.module.js';
import { ProtectionModule } from '../protection/protection.module.js';
import { PushesModule } from '../pushes/pushes.module.js';
import { RepositoryReadsModule } from '../reads/repository-reads.module.js';
import { RefsModule } from '../refs/refs.module.js';
import { RepositoryWritesModule } from '../writes/repository-writes.module.js';
import { TagsController } from './tags.controller.js';
import { TagsService } from './tags.service.js';

/** REST API for tags. */
@Module({
  imports: [
    ProjectCodeModule,
    ProtectionModule,
    PushesModule,
    RefsModule,
    RepositoryReadsModule,
    RepositoryWritesModule,
  ],
  controllers: [TagsController],
  providers: [TagsService],
  exports: [TagsService],
})
export class RepositoryTagsModule {}
