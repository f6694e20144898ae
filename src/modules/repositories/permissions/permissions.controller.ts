import { Controller, Get } from '@nestjs/common';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Target } from '../../../core/access/request.decorators.js';
import type { Project } from '../../../core/projects/project.js';
import { CODE_READ_SCOPES, CodeProjectResolver } from '../project-code/code-project.resolver.js';
import { PermissionsQuery } from './permissions.dto.js';
import { PermissionsSchema, presentPermissions } from './permissions.presenter.js';
import { RefPermissionsService } from './ref-permissions.service.js';

/** Contract: git §10.3. */
@Controller('projects/:id/repository/permissions')
@Allow({ on: CodeProjectResolver, anonymous: true, scopes: CODE_READ_SCOPES })
export class PermissionsController {
  constructor(private readonly permissions: RefPermissionsService) {}

  @Get()
  @Answers(PermissionsSchema)
  async show(@Target() project: Project, @Me() me: Caller, @Input() { ref }: PermissionsQuery) {
    return presentPermissions(await this.permissions.of(project, ref, me));
  }
}
