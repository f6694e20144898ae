import { Module } from '@nestjs/common';
import { OperationsModule } from '../operations/operations.module.js';
import { DeletionGrace } from './deletion-grace.js';
import { ScheduledDeletionsService } from './scheduled-deletions.service.js';

@Module({
  imports: [OperationsModule],
  providers: [DeletionGrace, ScheduledDeletionsService],
  exports: [ScheduledDeletionsService],
})
export class DeletionsModule {}
