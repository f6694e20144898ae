import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { PackageDownloadsService } from '../../files/package-downloads.service.js';
import type { PackageReach } from '../../protocol/package-reach.js';
import { About, Needs, Reach } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { TerraformModulesService } from './terraform-modules.service.js';
import { TerraformPassesService } from './terraform-passes.service.js';

/** Archives of modules, for any kind of credentials or the token in the URL (contract: packages §5.9). */
@Controller()
@Public()
@UseGuards(PackageGuard)
@About('instance')
export class TerraformFilesController {
  constructor(
    private readonly modules: TerraformModulesService,
    private readonly passes: TerraformPassesService,
    private readonly downloads: PackageDownloadsService,
  ) {}

  @Get('packages/terraform/modules/v1/:namespace/:name/:system/:version/file')
  @Needs('read')
  async ofRegistry(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const module = pathOf(request);
    const reader = await this.passes.readerOf(request, reach.subject);
    const project = await this.modules.projectOf(module, reader);
    await this.downloads.send(request, response, await this.modules.file(project, module));
  }

  @Get('projects/:id/packages/terraform/modules/:name/:system/:version/file')
  @Needs('read')
  async ofProject(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const module = pathOf(request);
    const reader = await this.passes.readerOf(request, reach.subject);
    const project = await this.modules.readableProject(module.id, reader);
    await this.downloads.send(request, response, await this.modules.file(project, module));
  }
}

function pathOf(request: HttpRequest) {
  const { id = '', namespace = '', name = '', system = '', version = '' } = stateOf(request).path;
  return { id, namespace, name, system, version };
}
