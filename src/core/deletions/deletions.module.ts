import { Module } from '@nestjs/common';
import { OperationsModule } from '../operations/operations.module.js';
import { DeletionGrace } from './deletion-grace.js';
import { ScheduledDeletionsService } from './scheduled-deletions.service.js';

/** Scheduled deletions of groups and projects (contract: core §10, §15.3). */
@Module({
  imports: [OperationsModule],
  providers: [DeletionGrace, ScheduledDeletionsService],
  exports: [ScheduledDeletionsService],
})
export class DeletionsModule {}
