import { Controller, Delete, HttpCode, Post, Res } from '@nestjs/common';
import type { HttpResponse } from '../../platform/http/http-types.js';
import { Env } from '../../platform/config/env.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { IdParam, Input, Me, Target } from '../access/request.decorators.js';
import { Role } from '../access/role.js';
import { DeletionPreviewSchema, presentDeletionPreview } from '../deletions/deletion-preview.presenter.js';
import { DeleteQuery } from '../deletions/delete.dto.js';
import { AcceptedSchema, operationLocation, presentAccepted } from '../operations/operation.presenter.js';
import { ProjectDeletionPreviewsService } from './project-deletion-previews.service.js';
import { ProjectDeletionService } from './project-deletion.service.js';
import { ProjectRestorationService } from './project-restoration.service.js';
import { ProjectViewsService } from './project-views.service.js';
import { ProjectSchema } from './project.presenter.js';
import type { Project } from './project.js';

/** Contract: core §6, §10, §15. */
@Controller('projects')
export class ProjectDeletionController {
  constructor(
    private readonly deletion: ProjectDeletionService,
    private readonly previews: ProjectDeletionPreviewsService,
    private readonly restoration: ProjectRestorationService,
    private readonly views: ProjectViewsService,
    private readonly env: Env,
  ) {}

  @Delete(':id')
  @HttpCode(202)
  @Allow({ on: 'project', role: Role.Owner })
  @Answers(AcceptedSchema, DeletionPreviewSchema)
  async delete(
    @Target() project: Project,
    @Me() me: Caller,
    @Input() query: DeleteQuery,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    if (query.dry_run) {
      response.statusCode = 200;
      return presentDeletionPreview(await this.previews.of([{ projectId: project.id }]));
    }
    const operation = await this.deletion.schedule(project, me);
    response.setHeader('Location', operationLocation(operation, this.env.baseUrl));
    return presentAccepted(operation);
  }

  @Post(':project_id/restore')
  @Allow({ on: 'instance' })
  @Answers(ProjectSchema)
  async restore(@IdParam('project_id') id: number, @Me() me: Caller) {
    return this.views.detailed(await this.restoration.restore(id, me), me);
  }
}
