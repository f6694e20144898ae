import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Me, Paging } from '../../../core/access/request.decorators.js';
import { AuthorizedApplicationSchema, presentAuthorized } from './authorized-application.presenter.js';
import { AuthorizedApplicationsService } from './authorized-applications.service.js';

/** Contract: oauth §14.5. */
@Controller('user/authorized_applications')
@Allow({ on: 'instance' })
export class AuthorizedApplicationsController {
  constructor(private readonly grants: AuthorizedApplicationsService) {}

  @Get()
  @Answers([AuthorizedApplicationSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest) {
    return (await this.grants.page(me, page)).map(presentAuthorized);
  }

  @Delete(':application_id')
  @HttpCode(204)
  @Answers(null)
  revoke(@Me() me: Caller, @IdParam('application_id') id: number) {
    return this.grants.revoke(me, id);
  }
}
