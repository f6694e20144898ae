import { Controller, Get, Headers, HttpCode, Patch, Post, Put, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { AuthorizedBy } from '../../../core/access/authorized-by.decorator.js';
import { ReadsOwnBody } from '../../../core/access/reads-own-body.decorator.js';
import { IdParam, Input, Sent } from '../../../core/access/request.decorators.js';
import { Unthrottled } from '../../../core/access/unthrottled.decorator.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { readBytes } from '../../../platform/http/read-body.js';
import { OwnTransactions } from '../../../platform/http/unit-of-work/own-transactions.decorator.js';
import { ArtifactsService } from '../artifacts/artifacts.service.js';
import { ARTIFACT, sendArtifact } from '../artifacts/send-artifact.js';
import { ArtifactSchema, presentArtifact } from '../jobs/job.presenter.js';
import { JobTokenCredential } from './job-token.credential.js';
import { UpdateJobInput } from './work.dto.js';
import { JobUpdatesService } from './job-updates.service.js';
import { LogIntakeService, receivedRange } from './log-intake.service.js';
import { STATUS_HEADER } from '../jobs/running-jobs.service.js';

const TOKEN_HEADER = 'job-token';
/** Maximum size of one part of a log. */
const MAX_PART_BYTES = 10 * 1024 * 1024;

/** Accepts reports of runners about their jobs, authorised by the job's token (contract: triggers §9). */
@Controller('jobs/:job_id')
@Allow({ on: 'instance', anonymous: true })
@Unthrottled()
@OwnTransactions()
export class RunningJobsController {
  constructor(
    private readonly logs: LogIntakeService,
    private readonly updates: JobUpdatesService,
    private readonly artifacts: ArtifactsService,
    private readonly blobs: BlobStore,
  ) {}

  @Patch('trace')
  @HttpCode(202)
  @ReadsOwnBody()
  @Answers(null)
  async appendLog(
    @IdParam('job_id') id: number,
    @Headers(TOKEN_HEADER) token: string | undefined,
    @Headers('content-range') range: string | undefined,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const isKnown = () => this.logs.accepts(id, token ?? '');
    const bytes = await readBytes(request, MAX_PART_BYTES, { isKnown });
    const received = await this.logs.append(id, token ?? '', range, bytes);
    response.setHeader('Range', receivedRange(received));
    response.setHeader(STATUS_HEADER, 'running');
  }

  @Put()
  @AuthorizedBy(JobTokenCredential)
  @Answers(null)
  async update(
    @IdParam('job_id') id: number,
    @Input() { token, state, failure_reason: failureReason, exit_code: exitCode }: UpdateJobInput,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const status = await this.updates.take(id, token, { state, failureReason, exitCode });
    response.setHeader(STATUS_HEADER, status);
  }

  @Post('artifacts')
  @ReadsOwnBody()
  @Answers(ArtifactSchema)
  async upload(
    @IdParam('job_id') id: number,
    @Headers(TOKEN_HEADER) token: string | undefined,
    @Sent() query: RawParams,
    @Req() request: HttpRequest,
  ) {
    return presentArtifact(await this.artifacts.receive(id, token ?? '', request, query));
  }

  @Get('artifacts')
  @Answers(ARTIFACT)
  async download(
    @IdParam('job_id') id: number,
    @Headers(TOKEN_HEADER) token: string | undefined,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const archive = await this.artifacts.getForSibling(id, token ?? '');
    await sendArtifact(request, response, archive, this.blobs);
  }
}
