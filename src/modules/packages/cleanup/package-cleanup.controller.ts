import { Controller, Get, HttpCode, Post, Put, Res } from '@nestjs/common';
import { AdmitsJobTokens, Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import { AcceptedSchema, operationLocation, presentAccepted } from '../../../core/operations/operation.presenter.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { StreamedJson } from '../../../platform/http/streamed-json.js';
import { PackageProjectResolver } from '../access/package-project.resolver.js';
import { RunPackageCleanupInput, UpdatePackageCleanupPolicyInput } from './package-cleanup-policy.dto.js';
import { PackageCleanupPoliciesService } from './package-cleanup-policies.service.js';
import {
  PackageCleanupPolicySchema,
  PackageCleanupPreviewSchema,
  presentPolicy,
  writePreview,
} from './package-cleanup.presenter.js';
import { PackageCleanupService } from './package-cleanup.service.js';

/** Contract: packages §6.2. */
@Controller('projects/:id/packages')
@Allow({ on: PackageProjectResolver, anonymous: true, role: Role.Maintainer })
@AdmitsJobTokens({ switched: false })
export class PackageCleanupController {
  constructor(
    private readonly policies: PackageCleanupPoliciesService,
    private readonly cleanup: PackageCleanupService,
    private readonly env: Env,
  ) {}

  @Get('cleanup_policy')
  @Answers(PackageCleanupPolicySchema)
  async show(@Target() project: Project) {
    return presentPolicy(await this.policies.get(project.id));
  }

  @Put('cleanup_policy')
  @Answers(PackageCleanupPolicySchema)
  async update(@Target() project: Project, @Me() me: Caller, @Input() input: UpdatePackageCleanupPolicyInput) {
    return presentPolicy(await this.policies.change(project, (policy) => input.changed(policy), me));
  }

  @Post('cleanup')
  @HttpCode(202)
  @Answers(AcceptedSchema, PackageCleanupPreviewSchema)
  async run(
    @Target() project: Project,
    @Me() me: Caller,
    @Input() input: RunPackageCleanupInput,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    if (input.dry_run) {
      const preview = await this.cleanup.preview(project);
      response.statusCode = 200;
      return new StreamedJson(() => writePreview(preview));
    }
    const operation = await this.cleanup.start(project, me);
    response.setHeader('Location', operationLocation(operation, this.env.baseUrl));
    return presentAccepted(operation);
  }
}
