import type { IncomingHttpHeaders } from 'node:http';
import { Controller, Get, Headers, Res } from '@nestjs/common';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { notGiven } from '../../../common/errors/catalogue.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { IdParam, Input, TextParam } from '../../../core/access/request.decorators.js';
import { Env } from '../../../platform/config/env.js';
import { abortSignalFor } from '../../../platform/http/abort-signal.js';
import { FollowQuery } from './follow.dto.js';
import { FollowedPipelineSchema, presentFollowed } from './follow.presenter.js';
import { FollowService } from './follow.service.js';

/** Contract: triggers §16.3. The token that started the pipeline authenticates the request. */
@Controller('projects/:id/trigger/pipeline')
@Allow({ on: 'instance', anonymous: true })
export class FollowController {
  constructor(
    private readonly following: FollowService,
    private readonly env: Env,
  ) {}

  @Get(':pipeline_id')
  @Answers(FollowedPipelineSchema)
  async follow(
    @TextParam('id') project: string,
    @IdParam('pipeline_id') pipelineId: number,
    @Input() query: FollowQuery,
    @Headers() headers: IncomingHttpHeaders,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const token = tokenOf(query, headers);
    const reference = { project, pipelineId };
    const followed = await this.following.follow(reference, token, query.wait ?? 0, abortSignalFor(response));
    return presentFollowed(followed, this.env.baseUrl);
  }
}

/** Throws 400 if there is no token. */
function tokenOf({ token, job_token: jobToken }: FollowQuery, headers: IncomingHttpHeaders): string {
  const given = [token, headers['trigger-token']?.toString(), jobToken, headers['job-token']?.toString()];
  const first = given.find((value) => value !== undefined && value !== '');
  if (first === undefined) {
    throw notGiven('token');
  }
  return first;
}
