import { Get, Injectable, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { writeJson } from '../../../../platform/http/write-answer.js';
import { Env } from '../../../../platform/config/env.js';
import { PackageDocumentsService } from '../../files/package-documents.service.js';
import { PackageDownloadsService } from '../../files/package-downloads.service.js';
import { addressOf } from '../../protocol/address-of.js';
import type { PackageReach } from '../../protocol/package-reach.js';
import { Needs, Reach } from '../../protocol/package.decorators.js';
import { queryText } from '../../protocol/query-texts.js';
import { presentFound, presentLeaf, presentServiceIndex, writeRegistration } from './nuget-documents.js';
import type { NugetSite } from './nuget-documents.js';
import { MANIFEST_FILE } from './nuget-names.js';
import { NugetReadsService } from './nuget-reads.service.js';
import type { NugetPath } from './nuget-reads.service.js';

const JSON_ENDING = /\.json$/i;

/** Read requests of clients, the same for a project and for a group. */
@Injectable()
export abstract class NugetReadsRoutes {
  protected abstract readonly isWritable: boolean;

  constructor(
    protected readonly reads: NugetReadsService,
    protected readonly downloads: PackageDownloadsService,
    protected readonly documents: PackageDocumentsService,
    protected readonly env: Env,
  ) {}

  @Get('index.json')
  @Needs('read')
  serviceIndex(@Req() request: HttpRequest, @Res() response: HttpResponse): void {
    writeJson(request, response, 200, presentServiceIndex(this.siteOf(request)));
  }

  @Get('download/:package_name/index.json')
  @Needs('read')
  async versions(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const versions = await this.reads.versionsOf(reach.projectIds, pathOf(request).id);
    writeJson(request, response, 200, { versions: versions.map(({ versionKey }) => versionKey) });
  }

  @Get('download/:package_name/:package_version/:file_name')
  @Needs('read')
  async download(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const path = pathOf(request);
    if (!path.file.toLowerCase().endsWith(MANIFEST_FILE)) {
      await this.downloads.send(request, response, await this.reads.file(reach.projectIds, path));
      return;
    }
    const bytes = await this.reads.manifest(reach.projectIds, path);
    this.downloads.sendMade(request, response, { fileName: path.file, bytes }, 'application/xml');
  }

  @Get('metadata/:package_name/index.json')
  @Needs('read')
  async registration(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const versions = await this.reads.versionsOf(reach.projectIds, pathOf(request).id);
    const pieces = writeRegistration(versions, this.reads.describe(versions), this.siteOf(request));
    await this.documents.sendJson(request, response, pieces);
  }

  @Get('metadata/:package_name/:file_name')
  @Needs('read')
  async leaf(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { id, file } = pathOf(request);
    const version = await this.reads.version(reach.projectIds, id, file.replace(JSON_ENDING, ''));
    writeJson(request, response, 200, presentLeaf(version, this.siteOf(request)));
  }

  @Get('query')
  @Needs('read')
  async query(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const site = this.siteOf(request);
    const { total, found } = await this.reads.search(reach.projectIds, (name) => queryText(request, name) ?? '');
    writeJson(request, response, 200, {
      totalHits: total,
      data: found.map((one) => presentFound(one, site)),
    });
  }

  private siteOf(request: HttpRequest): NugetSite {
    return { address: addressOf(request, this.env.baseUrl, '/packages/nuget'), isWritable: this.isWritable };
  }
}

function pathOf(request: HttpRequest): NugetPath {
  const { package_name: id = '', package_version: version = '', file_name: file = '' } = stateOf(request).path;
  return { id, version, file };
}
