import { Controller, Get, Put, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { Env } from '../../../../platform/config/env.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { writeJson } from '../../../../platform/http/write-answer.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { Call, Needs } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { projectFilePath } from './terraform-addresses.js';
import { TerraformModulesService } from './terraform-modules.service.js';
import { TerraformPassesService } from './terraform-passes.service.js';
import { TerraformPublishingService } from './terraform-publishing.service.js';

/** Modules of a project (contract: packages §5.9). */
@Controller('projects/:id/packages/terraform/modules/:name/:system')
@Public()
@UseGuards(PackageGuard)
export class TerraformProjectController {
  constructor(
    private readonly modules: TerraformModulesService,
    private readonly publishing: TerraformPublishingService,
    private readonly passes: TerraformPassesService,
    private readonly env: Env,
  ) {}

  @Put(':version/file')
  @Needs('publish')
  async upload(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    await this.publishing.publish(call, pathOf(request), request);
    writeJson(request, response, 201, { message: '201 Created' });
  }

  @Get()
  @Needs('read')
  async redirectToNewest(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const module = pathOf(request);
    const version = await this.modules.newest(call.project, module);
    await this.redirect(call, { ...module, version }, request, response);
  }

  @Get(':version')
  @Needs('read')
  async redirectToVersion(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    await this.redirect(call, pathOf(request), request, response);
  }

  private async redirect(
    { project }: PackageCall,
    module: ReturnType<typeof pathOf>,
    request: HttpRequest,
    response: HttpResponse,
  ): Promise<void> {
    const { kind } = await this.modules.file(project, module);
    const path = projectFilePath(project.projectId, module);
    const token = await this.passes.issue(path, request);
    const location = `${this.env.baseUrl}${path}?token=${token}&archive=${kind}`;
    response.writeHead(302, { Location: location, 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
  }
}

function pathOf(request: HttpRequest) {
  const { name = '', system = '', version = '' } = stateOf(request).path;
  return { name, system, version };
}
