import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Input, Me, Paging, TextParam } from '../access/request.decorators.js';
import { ListOperationsQuery } from './dto/operations.dto.js';
import { OperationSchema, presentOperation } from './operation.presenter.js';
import { OperationsService } from './operations.service.js';

/** Contract: conventions §13. */
@Controller('operations')
@Allow({ on: 'instance' })
export class OperationsController {
  constructor(private readonly operations: OperationsService) {}

  @Get()
  @Answers([OperationSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest, @Input() query: ListOperationsQuery) {
    return (await this.operations.list(query, page, me)).map(presentOperation);
  }

  @Get(':id')
  @Answers(OperationSchema)
  async show(@Me() me: Caller, @TextParam('id') id: string) {
    return presentOperation(await this.operations.get(id, me));
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Answers(OperationSchema)
  async cancel(@Me() me: Caller, @TextParam('id') id: string) {
    return presentOperation(await this.operations.cancel(id, me));
  }
}
