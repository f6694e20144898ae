import { Controller, Delete, HttpCode, Res } from '@nestjs/common';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import { AcceptedSchema, operationLocation, presentAccepted } from '../../../core/operations/operation.presenter.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { DeleteMergedInput } from './branches.dto.js';
import { MergedBranchReadsService } from './merged-branch-reads.service.js';
import { MergedBranchesDeletionService } from './merged-branches-deletion.service.js';
import { MergedPreviewSchema, presentMergedPreview } from './merged-preview.presenter.js';

/** Contract: git §3.1. */
@Controller('projects/:id/repository/merged_branches')
export class MergedBranchesController {
  constructor(
    private readonly merged: MergedBranchReadsService,
    private readonly deletion: MergedBranchesDeletionService,
    private readonly env: Env,
  ) {}

  @Delete()
  @HttpCode(202)
  @Allow({ on: 'project', role: Role.Developer })
  @Answers(AcceptedSchema, MergedPreviewSchema)
  async delete(
    @Target() project: Project,
    @Me() me: Caller,
    @Input() { dry_run: isDryRun = false }: DeleteMergedInput,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    if (isDryRun) {
      response.statusCode = 200;
      return presentMergedPreview(await this.merged.evaluate(project));
    }
    const operation = await this.deletion.schedule(project, me);
    response.setHeader('Location', operationLocation(operation, this.env.baseUrl));
    return presentAccepted(operation);
  }
}
