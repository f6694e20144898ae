import { Controller, Delete, HttpCode, Res } from '@nestjs/common';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { AdmitsJobTokens, Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Me, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import { AcceptedSchema, operationLocation, presentAccepted } from '../../../core/operations/operation.presenter.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { ReadAs } from '../../../platform/http/unit-of-work/read-as.decorator.js';
import { ImageProjectResolver } from '../repositories/image-project.resolver.js';
import { RepositoryDeletionService } from './repository-deletion.service.js';

/** Contract: registry §3.3. */
@Controller('projects/:id/registry/repositories')
@Allow({ on: ImageProjectResolver, anonymous: true, role: Role.Maintainer })
@AdmitsJobTokens({ switched: true })
export class RepositoryDeletionController {
  constructor(
    private readonly deletion: RepositoryDeletionService,
    private readonly env: Env,
  ) {}

  @Delete(':repository_id')
  @HttpCode(202)
  @ReadAs('/api/v4/registry/repositories/:repository_id')
  @Answers(AcceptedSchema)
  async delete(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('repository_id') repositoryId: number,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const operation = await this.deletion.schedule(project, repositoryId, me);
    response.setHeader('Location', operationLocation(operation, this.env.baseUrl));
    return presentAccepted(operation);
  }
}
