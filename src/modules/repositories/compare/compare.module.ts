import { Module } from '@nestjs/common';
import { ProjectCodeModule } from '../project-code/project-code.module.js';
import { RepositoryReadsModule } from '../reads/repository-reads.module.js';
import { CompareController } from './compare.controller.js';
import { ComparisonsService } from './comparisons.service.js';

/** REST API for comparisons. */
@Module({
  imports: [ProjectCodeModule, RepositoryReadsModule],
  controllers: [CompareController],
  providers: [ComparisonsService],
  exports: [ComparisonsService],
})
export class CompareModule {}
