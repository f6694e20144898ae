import { Global, Module } from '@nestjs/common';
import { SweepOperationsJob } from './jobs/sweep-operations.job.js';
import { OperationsController } from './operations.controller.js';
import { OperationById } from './operation-target.resolver.js';
import { OperationsRepository } from './operations.repository.js';
import { OperationsService } from './operations.service.js';

@Global()
@Module({
  controllers: [OperationsController],
  providers: [OperationsService, OperationsRepository, OperationById, SweepOperationsJob],
  exports: [OperationsService],
})
export class OperationsModule {}
