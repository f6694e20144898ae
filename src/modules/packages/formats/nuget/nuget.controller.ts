import { Controller, Delete, Put, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { Env } from '../../../../platform/config/env.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { writeJson } from '../../../../platform/http/write-answer.js';
import { PackageDocumentsService } from '../../files/package-documents.service.js';
import { PackageDownloadsService } from '../../files/package-downloads.service.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { Call, Needs } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { NugetReadsRoutes } from './nuget-routes.js';
import { NugetReadsService } from './nuget-reads.service.js';
import { NugetService } from './nuget.service.js';

/** Contract: packages §5.5. */
@Controller('projects/:id/packages/nuget')
@Public()
@UseGuards(PackageGuard)
export class NugetController extends NugetReadsRoutes {
  protected override readonly isWritable = true;

  constructor(
    reads: NugetReadsService,
    downloads: PackageDownloadsService,
    documents: PackageDocumentsService,
    env: Env,
    private readonly packages: NugetService,
  ) {
    super(reads, downloads, documents, env);
  }

  @Put()
  @Needs('publish')
  async push(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    await this.packages.push(call, request, { isSymbols: false });
    writeJson(request, response, 201, { message: '201 Created' });
  }

  @Put('symbolpackage')
  @Needs('publish')
  async pushSymbols(
    @Call() call: PackageCall,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    await this.packages.push(call, request, { isSymbols: true });
    writeJson(request, response, 201, { message: '201 Created' });
  }

  @Delete(':package_name/:package_version')
  @Needs('delete')
  async delete(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const { package_name: id = '', package_version: version = '' } = stateOf(request).path;
    await this.packages.delete(call, { id, version }, request);
    response.writeHead(204).end();
  }
}
