import { Controller, Get, Put, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { writeJson } from '../../../../platform/http/write-answer.js';
import { PackageDownloadsService } from '../../files/package-downloads.service.js';
import { PackageViewsService } from '../../management/package-views.service.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { Call, ChecksPath, Needs } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import type { GenericPath } from './generic-names.js';
import { GenericService } from './generic.service.js';

/** Contract: packages §5.1. */
@Controller('projects/:id/packages/generic')
@Public()
@ChecksPath()
@UseGuards(PackageGuard)
export class GenericController {
  constructor(
    private readonly files: GenericService,
    private readonly downloads: PackageDownloadsService,
    private readonly views: PackageViewsService,
  ) {}

  @Put(':package_name/:package_version/:file_name')
  @Needs('publish')
  async upload(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const { file, isSelected } = await this.files.upload(call, pathOf(request), request);
    if (isSelected) {
      writeJson(request, response, 200, await this.views.file(file, 'publisher'));
      return;
    }
    writeJson(request, response, 201, { message: '201 Created' });
  }

  @Get(':package_name/:package_version/:file_name')
  @Needs('read')
  async download(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    await this.downloads.send(request, response, await this.files.find(call, pathOf(request)));
  }
}

function pathOf(request: HttpRequest): GenericPath {
  const { package_name = '', package_version = '', file_name = '' } = stateOf(request).path;
  return { package_name, package_version, file_name };
}
