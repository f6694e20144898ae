import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Input, Me, Paging, Target } from '../access/request.decorators.js';
import { CancellationsService } from './cancellations.service.js';
import { ListOperationsQuery } from './operations.dto.js';
import { OperationTargetResolver } from './operation-target.resolver.js';
import type { Operation } from './operation.js';
import { OperationSchema, presentOperation } from './operation.presenter.js';
import { OperationsService } from './operations.service.js';
import { PausesService } from './pauses.service.js';
import { requireSteering } from './steering.js';

/** Contract: conventions §13. */
@Controller('operations')
@Allow({ on: 'instance' })
export class OperationsController {
  constructor(
    private readonly operations: OperationsService,
    private readonly cancellations: CancellationsService,
    private readonly pauses: PausesService,
  ) {}

  @Get()
  @Answers([OperationSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest, @Input() query: ListOperationsQuery) {
    return (await this.operations.list(query, page, me)).map(presentOperation);
  }

  @Get(':id')
  @Allow({ on: OperationTargetResolver })
  @Answers(OperationSchema)
  show(@Target() operation: Operation) {
    return presentOperation(operation);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Allow({ on: OperationTargetResolver })
  @Answers(OperationSchema)
  async cancel(@Target() operation: Operation, @Me() me: Caller) {
    requireSteering(operation, me);
    return presentOperation(await this.cancellations.cancel(operation, me));
  }

  @Post(':id/pause')
  @HttpCode(200)
  @Allow({ on: OperationTargetResolver })
  @Answers(OperationSchema)
  async pause(@Target() operation: Operation, @Me() me: Caller) {
    requireSteering(operation, me);
    return presentOperation(await this.pauses.pause(operation));
  }

  @Post(':id/resume')
  @HttpCode(200)
  @Allow({ on: OperationTargetResolver })
  @Answers(OperationSchema)
  async resume(@Target() operation: Operation, @Me() me: Caller) {
    requireSteering(operation, me);
    return presentOperation(await this.pauses.resume(operation));
  }
}
