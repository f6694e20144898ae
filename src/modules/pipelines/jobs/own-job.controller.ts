import { Controller, Get } from '@nestjs/common';
import { AdmitsJobTokens, Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Me } from '../../../core/access/request.decorators.js';
import { ANY_SCOPE } from '../../../core/access/scope.js';
import { JobViewsService } from './job-views.service.js';
import { JobSchema } from './job.presenter.js';
import { OwnJobService } from './own-job.service.js';

/** The job whose token the request carries (contract: triggers §7). */
@Controller('job')
@Allow({ on: 'instance', scopes: ANY_SCOPE })
@AdmitsJobTokens({ switched: false })
export class OwnJobController {
  constructor(
    private readonly job: OwnJobService,
    private readonly views: JobViewsService,
  ) {}

  @Get()
  @Answers(JobSchema)
  async show(@Me() me: Caller) {
    return this.views.one(await this.job.of(me));
  }
}
