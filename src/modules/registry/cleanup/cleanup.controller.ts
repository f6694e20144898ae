import { Controller, Delete, HttpCode, Res } from '@nestjs/common';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { AdmitsJobTokens, Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Input, Me, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import { AcceptedSchema, operationLocation, presentAccepted } from '../../../core/operations/operation.presenter.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { StreamedJson } from '../../../platform/http/streamed-json.js';
import { ImageProjectResolver } from '../repositories/image-project.resolver.js';
import { CleanupPreviewSchema, writePreview } from './cleanup.presenter.js';
import { CleanupService } from './cleanup.service.js';
import { cleanupOrder, DeleteTagsInput } from './delete-tags.dto.js';

/** Contract: registry §4. */
@Controller('projects/:id/registry/repositories/:repository_id/tags')
@Allow({ on: ImageProjectResolver, anonymous: true, role: Role.Maintainer })
@AdmitsJobTokens({ switched: true })
export class CleanupController {
  constructor(
    private readonly cleanup: CleanupService,
    private readonly env: Env,
  ) {}

  @Delete()
  @HttpCode(202)
  @Answers(AcceptedSchema, CleanupPreviewSchema)
  async deleteTags(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('repository_id') repositoryId: number,
    @Input() input: DeleteTagsInput,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const order = cleanupOrder(input);
    if ('rules' in order && order.dryRun) {
      const preview = await this.cleanup.preview(project, repositoryId, order.rules, me);
      response.statusCode = 200;
      return new StreamedJson(() => writePreview(preview));
    }
    const operation = await ('rules' in order
      ? this.cleanup.schedule(project, repositoryId, order.rules, me)
      : this.cleanup.apply(project, repositoryId, order.planId, me));
    response.setHeader('Location', operationLocation(operation, this.env.baseUrl));
    return presentAccepted(operation);
  }
}
