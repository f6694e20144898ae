import { Controller, Header, Post, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Input } from '../../../core/access/request.decorators.js';
import { Unthrottled } from '../../../core/access/unthrottled.decorator.js';
import { Env } from '../../../platform/config/env.js';
import { abortSignalFor } from '../../../platform/http/abort-signal.js';
import { OwnTransactions } from '../../../platform/http/unit-of-work/own-transactions.decorator.js';
import { readRunnerFacts } from '../runners/runners.dto.js';
import { RunnerContactsService } from '../runners/runner-contacts.service.js';
import { RunnerRegistrationService } from '../runners/runner-registration.service.js';
import { RequestJobInput } from './work.dto.js';
import { JobAnswerSchema, presentJobAnswer } from './job-answer.presenter.js';
import { WaitingRequestsService } from './waiting-requests.service.js';

/** Runner programs send this header back as `last_update`; they then wait for a job instead of polling. */
const LAST_UPDATE = 'X-GitLab-Last-Update';

/** Contract: triggers §9 Taking a job. */
@Controller('jobs/request')
export class JobRequestsController {
  constructor(
    private readonly registration: RunnerRegistrationService,
    private readonly contacts: RunnerContactsService,
    private readonly requests: WaitingRequestsService,
    private readonly env: Env,
  ) {}

  @Post()
  @Allow({ on: 'instance', anonymous: true })
  @Unthrottled()
  @OwnTransactions() // the request may wait
  @Header('Cache-Control', 'no-store')
  @Answers(JobAnswerSchema)
  async next(
    @Input() { token, info, last_update: lastUpdate = '' }: RequestJobInput,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const runner = await this.registration.get(token);
    await this.contacts.note(runner, readRunnerFacts(info), request);
    await this.requests.noteLife(runner);
    const job = await this.requests.next({ runner, token, isPatient: lastUpdate !== '' }, abortSignalFor(response));
    if (job) {
      return presentJobAnswer(job, this.env);
    }
    response.statusCode = 204;
    response.setHeader(LAST_UPDATE, String(runner.id));
    return undefined;
  }
}
