import { Get, Post, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { PageController, PageFor, PathId, PathText, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { ArtifactsService } from '../artifacts/artifacts.service.js';
import { sendArtifact } from '../artifacts/send-artifact.js';
import { ProjectJobsService } from '../jobs/project-jobs.service.js';
import { JobLogsService } from '../logs/job-logs.service.js';
import { sendLog } from '../logs/send-log.js';
import { jobAddress } from './ci-addresses.js';
import { JobPagesService } from './job-pages.service.js';
import { PipelinePagesService } from './pipeline-pages.service.js';

const MEMBERS = { who: 'signed-in' } as const;

/** Pages at the job URLs that the REST API returns (contract: triggers §7). */
@PageController('*project/-/jobs', { who: 'anybody' })
export class JobPagesController {
  constructor(
    private readonly pipelinePages: PipelinePagesService,
    private readonly pages: JobPagesService,
    private readonly jobs: ProjectJobsService,
    private readonly logs: JobLogsService,
    private readonly artifacts: ArtifactsService,
    private readonly blobs: BlobStore,
  ) {}

  @Get(':job_id')
  async show(@PathText('project') path: string, @PathId('job_id') id: number, @Web() web: WebContext) {
    return page(await this.pages.show(await this.pipelinePages.open(path, web), id, web));
  }

  @Get(':job_id/raw')
  async raw(
    @PathText('project') path: string,
    @PathId('job_id') id: number,
    @Web() web: WebContext,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const { project } = await this.pipelinePages.open(path, web);
    const job = await this.jobs.get(project, id);
    await sendLog(request, response, await this.logs.open(job.id), this.logs);
  }

  @Get(':job_id/artifacts/download')
  async download(
    @PathText('project') path: string,
    @PathId('job_id') id: number,
    @Web() web: WebContext,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const { project } = await this.pipelinePages.open(path, web);
    const archive = await this.artifacts.getArchive(await this.jobs.get(project, id));
    await sendArtifact(request, response, archive, this.blobs);
  }

  @Post(':job_id/retry')
  @PageFor(MEMBERS)
  async retry(@PathText('project') path: string, @PathId('job_id') id: number, @Web() web: WebContext) {
    const context = await this.pipelinePages.openForDevelopers(path, web);
    const next = await this.jobs.retry(context.project, id, web.caller);
    return seeOther(jobAddress(context, next.id));
  }

  @Post(':job_id/play')
  @PageFor(MEMBERS)
  async play(@PathText('project') path: string, @PathId('job_id') id: number, @Web() web: WebContext) {
    const context = await this.pipelinePages.openForDevelopers(path, web);
    await this.jobs.play(context.project, id, {}, web.caller);
    return seeOther(jobAddress(context, id));
  }

  @Post(':job_id/cancel')
  @PageFor(MEMBERS)
  async cancel(@PathText('project') path: string, @PathId('job_id') id: number, @Web() web: WebContext) {
    const context = await this.pipelinePages.openForDevelopers(path, web);
    await this.jobs.cancel(context.project, id, web.caller);
    return seeOther(jobAddress(context, id));
  }

  @Post(':job_id/erase')
  @PageFor(MEMBERS)
  async erase(@PathText('project') path: string, @PathId('job_id') id: number, @Web() web: WebContext) {
    const context = await this.pipelinePages.openForDevelopers(path, web);
    await this.jobs.erase(context.project, id, web.caller);
    return seeOther(jobAddress(context, id));
  }
}
