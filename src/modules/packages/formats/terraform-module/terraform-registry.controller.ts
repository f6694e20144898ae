import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { Env } from '../../../../platform/config/env.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { writeJson } from '../../../../platform/http/write-answer.js';
import type { PackageReach } from '../../protocol/package-reach.js';
import { About, Needs, Reach } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { registryModulePath, registryVersionPath } from './terraform-addresses.js';
import { TerraformModulesService } from './terraform-modules.service.js';
import { presentModule } from './terraform-module.presenter.js';
import { TerraformPassesService } from './terraform-passes.service.js';

/** The module registry of a top-level group (contract: packages §5.9). */
@Controller('packages/terraform/modules/v1/:namespace/:name/:system')
@Public()
@UseGuards(PackageGuard)
@About('instance')
export class TerraformRegistryController {
  constructor(
    private readonly modules: TerraformModulesService,
    private readonly passes: TerraformPassesService,
    private readonly env: Env,
  ) {}

  @Get('versions')
  @Needs('read')
  async versions(@Reach() { subject }: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const module = pathOf(request);
    const versions = await this.modules.versions(await this.modules.projectOf(module, subject), module);
    writeJson(request, response, 200, { modules: [{ versions: versions.map((version) => ({ version })) }] });
  }

  @Get('download')
  @Needs('read')
  async downloadNewest(@Reach() { subject }: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const module = pathOf(request);
    const version = await this.modules.newest(await this.modules.projectOf(module, subject), module);
    const location = `${this.env.baseUrl}${registryVersionPath({ ...module, version })}/download`;
    response.writeHead(302, { Location: location, 'Content-Length': 0 }).end();
  }

  @Get()
  @Needs('read')
  async showNewest(@Reach() { subject }: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const module = pathOf(request);
    const project = await this.modules.projectOf(module, subject);
    const [versions, version] = [
      await this.modules.versions(project, module),
      await this.modules.newest(project, module),
    ];
    writeJson(request, response, 200, presentModule({ ...module, version }, versions, this.sourceOf(project.fullPath)));
  }

  @Get(':version')
  @Needs('read')
  async show(@Reach() { subject }: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const module = pathOf(request);
    const project = await this.modules.projectOf(module, subject);
    await this.modules.file(project, module);
    const versions = await this.modules.versions(project, module);
    writeJson(request, response, 200, presentModule(module, versions, this.sourceOf(project.fullPath)));
  }

  /** The client follows the header to the archive without its credentials. */
  @Get(':version/download')
  @Needs('read')
  async download(@Reach() { subject }: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const module = pathOf(request);
    const file = await this.modules.file(await this.modules.projectOf(module, subject), module);
    const path = `${registryModulePath(module)}/${encodeURIComponent(module.version)}/file`;
    const token = await this.passes.issue(path, request);
    const address = `${this.env.baseUrl}${path}?token=${token}&archive=${file.kind}`;
    response.writeHead(204, { 'X-Terraform-Get': address, 'Cache-Control': 'no-store' }).end();
  }

  private sourceOf(fullPath: string): string {
    return `${this.env.baseUrl}/${fullPath}`;
  }
}

function pathOf(request: HttpRequest) {
  const { namespace = '', name = '', system = '', version = '' } = stateOf(request).path;
  return { namespace, name, system, version };
}
