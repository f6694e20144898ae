import { Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Paging } from '../../../core/access/request.decorators.js';
import {
  AcceptedSchema,
  OperationSchema,
  operationLocation,
  presentAccepted,
  presentOperation,
} from '../../../core/operations/operation.presenter.js';
import { Env } from '../../../platform/config/env.js';
import { CollectInput } from './gc.dto.js';
import { GcPreviewSchema, presentGcPreview } from './gc.presenter.js';
import { GcPreviewService } from './gc-preview.service.js';
import { GcRunsService } from './gc-runs.service.js';

/** Contract: registry §9.6. */
@Controller('registry/gc')
@Allow({ on: 'instance', role: 'admin' })
export class GcController {
  constructor(
    private readonly runs: GcRunsService,
    private readonly preview: GcPreviewService,
    private readonly env: Env,
  ) {}

  @Get()
  @Answers([OperationSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest) {
    return (await this.runs.list(page, me)).map(presentOperation);
  }

  @Post()
  @HttpCode(202)
  @Answers(AcceptedSchema, GcPreviewSchema)
  async collect(@Me() me: Caller, @Input() input: CollectInput, @Res({ passthrough: true }) response: HttpResponse) {
    if (input.dry_run) {
      response.statusCode = 200;
      return presentGcPreview(await this.preview.totals(input.grace));
    }
    const operation = await this.runs.request({ graceSeconds: input.grace, sweepsOrphans: true }, me);
    response.setHeader('Location', operationLocation(operation, this.env.baseUrl));
    return presentAccepted(operation);
  }
}
