import { Controller, Delete, Get, HttpCode, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { IdParam, Input, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { DownloadArtifactsQuery } from '../jobs/jobs.dto.js';
import { ProjectJobsService } from '../jobs/project-jobs.service.js';
import { PipelineProjectResolver } from '../project-pipelines/pipeline-project.resolver.js';
import { ArtifactsService } from './artifacts.service.js';
import { ARTIFACT, sendArtifact } from './send-artifact.js';

const FOR_READERS = { on: PipelineProjectResolver, anonymous: true };

/** Contract: triggers §7. */
@Controller('projects/:id/jobs')
export class ArtifactsController {
  constructor(
    private readonly jobs: ProjectJobsService,
    private readonly artifacts: ArtifactsService,
    private readonly blobs: BlobStore,
  ) {}

  @Get(':job_id/artifacts')
  @Allow(FOR_READERS)
  @Answers(ARTIFACT)
  async show(
    @Target() project: Project,
    @IdParam('job_id') id: number,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const archive = await this.artifacts.getArchive(await this.jobs.get(project, id));
    await sendArtifact(request, response, archive, this.blobs);
  }

  @Get('artifacts/:ref/download')
  @Allow(FOR_READERS)
  @Answers(ARTIFACT)
  async newest(
    @Target() project: Project,
    @TextParam('ref') ref: string,
    @Input() { job }: DownloadArtifactsQuery,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const archive = await this.artifacts.getNewest(project, ref, job);
    await sendArtifact(request, response, archive, this.blobs);
  }

  @Delete(':job_id/artifacts')
  @HttpCode(204)
  @Allow({ on: 'project', role: Role.Maintainer })
  @Answers(null)
  async delete(@Target() project: Project, @IdParam('job_id') id: number) {
    await this.artifacts.delete(project, await this.jobs.get(project, id));
  }
}
