import { Controller, Post, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { AdmitsJobTokens, Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { TakesBody } from '../../../core/access/body-limits.decorator.js';
import { IdentifiedBy } from '../../../core/access/identified-by.decorator.js';
import { Input, Sent } from '../../../core/access/request.decorators.js';
import { PipelinePlanSchema, presentPipelinePlan } from '../../pipelines/creation/pipeline-plan.presenter.js';
import { PipelineSchema, presentPipeline } from '../../pipelines/pipeline.presenter.js';
import { Env } from '../../../platform/config/env.js';
import { USUAL_LIMITS } from '../../../platform/http/read-body.js';
import { TriggerPipelineInput } from './trigger-pipeline.dto.js';
import { readTriggerCall } from './read-trigger-call.js';
import { TriggerIdentity } from './trigger-identity.js';
import { TriggerPipelinesService } from './trigger-pipelines.service.js';

/** Contract: triggers §2. */
const CALL_BODY = { ...USUAL_LIMITS, bytes: 1024 * 1024 };

/** Contract: triggers §2. The token in the request authenticates the call; no user needs to be signed in. */
@Controller('projects/:id')
@Allow({ on: 'instance', anonymous: true })
@AdmitsJobTokens({ switched: false, onlyBearer: true })
@TakesBody(CALL_BODY)
export class TriggerPipelineController {
  constructor(
    private readonly pipelines: TriggerPipelinesService,
    private readonly env: Env,
  ) {}

  @Post(['trigger/pipeline', 'ref/*ref/trigger/pipeline'])
  @IdentifiedBy(TriggerIdentity)
  @Answers(PipelineSchema, PipelinePlanSchema)
  async start(
    @Sent() sent: RawParams,
    @Input() _described: TriggerPipelineInput,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const call = readTriggerCall(sent, request.headers);
    if (call.isDryRun) {
      response.statusCode = 200;
      return presentPipelinePlan(await this.pipelines.preview(call));
    }
    const { pipeline, source } = await this.pipelines.start(call);
    return presentPipeline(pipeline, { source, isReadable: true }, this.env.baseUrl);
  }
}
