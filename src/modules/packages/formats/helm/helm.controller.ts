import { Controller, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { writeJson } from '../../../../platform/http/write-answer.js';
import { PackageDocumentsService } from '../../files/package-documents.service.js';
import { PackageDownloadsService } from '../../files/package-downloads.service.js';
import { addressOf } from '../../protocol/address-of.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { Call, Needs } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { HelmService } from './helm.service.js';

const INDEX = 'index.yaml';
const INDEX_TYPE = 'text/yaml';

/** Contract: packages §5.8. */
@Controller('projects/:id/packages/helm')
@Public()
@UseGuards(PackageGuard)
export class HelmController {
  constructor(
    private readonly charts: HelmService,
    private readonly downloads: PackageDownloadsService,
    private readonly documents: PackageDocumentsService,
  ) {}

  @Post('api/:channel/charts')
  @Needs('publish')
  async push(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    await this.charts.push(call, pathOf(request).channel, request);
    writeJson(request, response, 201, { message: '201 Created' });
  }

  @Get(':channel/index.yaml')
  @Needs('read')
  async index(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const site = { contextPath: addressOf(request, '', '/packages/helm') };
    const pieces = await this.charts.index(call, pathOf(request).channel, site);
    await this.documents.sendUnmarked(request, response, {
      type: INDEX_TYPE,
      pieces,
      answer: (bytes) => {
        this.downloads.sendMade(request, response, { fileName: INDEX, bytes }, INDEX_TYPE);
      },
    });
  }

  @Get(':channel/charts/:file_name')
  @Needs('read')
  async download(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const { channel, fileName } = pathOf(request);
    await this.downloads.send(request, response, await this.charts.file(call, channel, fileName));
  }
}

function pathOf(request: HttpRequest) {
  const { channel = '', file_name: fileName = '' } = stateOf(request).path;
  return { channel, fileName };
}
