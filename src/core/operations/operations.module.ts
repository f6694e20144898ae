import { Global, Module } from '@nestjs/common';
import { Cancellations } from './cancellations.service.js';
import { SweepOperationsJob } from './jobs/sweep-operations.job.js';
import { OperationsController } from './operations.controller.js';
import { OperationById } from './operation-target.resolver.js';
import { OperationsRepository } from './operations.repository.js';
import { OperationsService } from './operations.service.js';

@Global()
@Module({
  controllers: [OperationsController],
  providers: [OperationsService, Cancellations, OperationsRepository, OperationById, SweepOperationsJob],
  exports: [OperationsService, Cancellations],
})
export class OperationsModule {}
