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
import { GroupDeletionPreviewsService } from './group-deletion-previews.service.js';
import { GroupDeletionService } from './group-deletion.service.js';
import { GroupRestorationService } from './group-restoration.service.js';
import { GroupViewsService } from './group-views.service.js';
import { GroupSchema } from './group.presenter.js';
import type { Group } from './group.js';

/** Contract: core §5, §10, §15. */
@Controller('groups')
export class GroupDeletionController {
  constructor(
    private readonly deletion: GroupDeletionService,
    private readonly previews: GroupDeletionPreviewsService,
    private readonly restoration: GroupRestorationService,
    private readonly views: GroupViewsService,
    private readonly env: Env,
  ) {}

  @Delete(':id')
  @HttpCode(202)
  @Allow({ on: 'group', role: Role.Owner })
  @Answers(AcceptedSchema, DeletionPreviewSchema)
  async delete(
    @Target() group: Group,
    @Me() me: Caller,
    @Input() query: DeleteQuery,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    if (query.dry_run) {
      response.statusCode = 200;
      return presentDeletionPreview(await this.previews.of(group));
    }
    const operation = await this.deletion.schedule(group, me);
    response.setHeader('Location', operationLocation(operation, this.env.baseUrl));
    return presentAccepted(operation);
  }

  @Post(':group_id/restore')
  @Allow({ on: 'instance' })
  @Answers(GroupSchema)
  async restore(@IdParam('group_id') id: number, @Me() me: Caller) {
    return this.views.full(await this.restoration.restore(id, me), me);
  }
}
