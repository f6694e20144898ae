import { Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PageController, PageFor, PathId, PathText, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { ArtifactsService } from '../artifacts/artifacts.service.js';
import { sendArtifact } from '../artifacts/send-artifact.js';
import { ProjectJobsService } from '../jobs/project-jobs.service.js';
import { JobLogsService } from '../logs/job-logs.service.js';
import { sendLog } from '../logs/send-log.js';
import { jobAddress } from './ci-addresses.js';
import { JobPagesService } from './job-pages.service.js';
import { PipelinePlacesService } from './pipeline-places.service.js';

const MEMBERS = { who: 'signed-in' } as const;

/** Where jobs lead to that REST prints (contract: triggers §7). */
@PageController('*project/-/jobs', { who: 'anybody' })
export class JobPagesController {
  constructor(
    private readonly places: PipelinePlacesService,
    private readonly pages: JobPagesService,
    private readonly jobs: ProjectJobsService,
    private readonly logs: JobLogsService,
    private readonly artifacts: ArtifactsService,
    private readonly blobs: BlobStore,
  ) {}

  @Get(':job_id')
  async show(@PathText('project') path: string, @PathId('job_id') id: number, @Visiting() visit: Visit) {
    return page(await this.pages.show(await this.places.open(path, visit), id, visit));
  }

  @Get(':job_id/raw')
  async raw(
    @PathText('project') path: string,
    @PathId('job_id') id: number,
    @Visiting() visit: Visit,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { project } = await this.places.open(path, visit);
    const job = await this.jobs.get(project, id);
    await sendLog(request, response, await this.logs.open(job.id), this.logs);
  }

  @Get(':job_id/artifacts/download')
  async download(
    @PathText('project') path: string,
    @PathId('job_id') id: number,
    @Visiting() visit: Visit,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { project } = await this.places.open(path, visit);
    const archive = await this.artifacts.getArchive(await this.jobs.get(project, id));
    await sendArtifact(request, response, archive, this.blobs);
  }

  @Post(':job_id/retry')
  @PageFor(MEMBERS)
  async retry(@PathText('project') path: string, @PathId('job_id') id: number, @Visiting() visit: Visit) {
    const place = await this.places.openForDevelopers(path, visit);
    const next = await this.jobs.retry(place.project, id, visit.caller);
    return seeOther(jobAddress(place, next.id));
  }

  @Post(':job_id/play')
  @PageFor(MEMBERS)
  async play(@PathText('project') path: string, @PathId('job_id') id: number, @Visiting() visit: Visit) {
    const place = await this.places.openForDevelopers(path, visit);
    await this.jobs.play(place.project, id, {}, visit.caller);
    return seeOther(jobAddress(place, id));
  }

  @Post(':job_id/cancel')
  @PageFor(MEMBERS)
  async cancel(@PathText('project') path: string, @PathId('job_id') id: number, @Visiting() visit: Visit) {
    const place = await this.places.openForDevelopers(path, visit);
    await this.jobs.cancel(place.project, id, visit.caller);
    return seeOther(jobAddress(place, id));
  }

  @Post(':job_id/erase')
  @PageFor(MEMBERS)
  async erase(@PathText('project') path: string, @PathId('job_id') id: number, @Visiting() visit: Visit) {
    const place = await this.places.openForDevelopers(path, visit);
    await this.jobs.erase(place.project, id, visit.caller);
    return seeOther(jobAddress(place, id));
  }
}
