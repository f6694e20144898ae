import { Module } from '@nestjs/common';
import { CancellationsService } from './cancellations.service.js';
import { OperationTypes } from './graphql/operation-types.js';
import { SweepOperationsJob } from './sweep-operations.job.js';
import { OperationsController } from './operations.controller.js';
import { OperationTargetResolver } from './operation-target.resolver.js';
import { OperationsRepository } from './operations.repository.js';
import { OperationsService } from './operations.service.js';
import { PausesService } from './pauses.service.js';
import { OperationPagesController } from './pages/operation-pages.controller.js';

/** Scheduled work that users can follow, cancel and pause (contract: conventions §13). */
@Module({
  controllers: [OperationPagesController, OperationsController],
  providers: [
    OperationsService,
    CancellationsService,
    PausesService,
    OperationsRepository,
    OperationTargetResolver,
    SweepOperationsJob,
    OperationTypes,
  ],
  exports: [OperationsService, CancellationsService, PausesService],
})
export class OperationsModule {}
