import { Controller, Delete, Get, HttpCode, Put, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { readBytes } from '../../../../platform/http/read-body.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { PackageDownloadsService } from '../../files/package-downloads.service.js';
import { auditAuthorOf, auditedPackageProject } from '../../protocol/audit-author-of.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { Call, Needs } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { readVersion } from './npm-document.js';
import { NpmErrorFilter } from './npm-error.filter.js';
import { noUnpublish } from './npm-errors.js';
import { nameIn, named } from './npm-path.js';
import { NpmPublishingService } from './npm-publishing.service.js';
import { NpmTagsService } from './npm-tags.service.js';
import { NpmTarballsService } from './npm-tarballs.service.js';

/** Enough for a JSON text with a version. */
const MAX_VERSION_BYTES = 1024;

/** Publishing to a project with npm, and downloading its tarballs (contract: packages §5.2). */
@Controller('projects/:id/packages/npm')
@Public()
@UseGuards(PackageGuard)
@UseFilters(NpmErrorFilter)
export class NpmController {
  constructor(
    private readonly publishing: NpmPublishingService,
    private readonly tags: NpmTagsService,
    private readonly tarballs: NpmTarballsService,
    private readonly downloads: PackageDownloadsService,
  ) {}

  @Put(named(''))
  @Needs('publish')
  async publish(@Call() call: PackageCall, @Req() request: HttpRequest) {
    await this.publishing.put(call, nameIn(request), request);
    return { success: true };
  }

  /** The requests of `npm unpublish`, for one of several versions or for the last one. */
  @Put(named('', '/-rev/:revision'))
  @Needs('delete')
  unpublishVersion(): never {
    throw noUnpublish();
  }

  @Delete(named('', '/-rev/:revision'))
  @Needs('delete')
  unpublish(): never {
    throw noUnpublish();
  }

  @Get(named('', '/-/:file_name'))
  @Needs('read')
  async tarball(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const { file_name = '' } = stateOf(request).path;
    await this.downloads.send(request, response, await this.tarballs.find(call, nameIn(request), file_name));
  }

  @Put([...named('-/package/', '/dist-tags/:tag'), ...named('-/package/', '/dist-tags')])
  @HttpCode(204)
  @Needs('publish')
  async setTag(@Call() { project }: PackageCall, @Req() request: HttpRequest): Promise<void> {
    const of = { projectId: project.projectId, name: nameIn(request) };
    await this.tags.set(of, tagIn(request), readVersion(await readBytes(request, MAX_VERSION_BYTES)));
  }

  @Delete(named('-/package/', '/dist-tags/:tag'))
  @HttpCode(204)
  @Needs('delete')
  async removeTag(@Call() call: PackageCall, @Req() request: HttpRequest): Promise<void> {
    const of = { projectId: call.project.projectId, name: nameIn(request) };
    const [author, project] = [auditAuthorOf(call, request), auditedPackageProject(call.project)];
    await this.tags.remove(of, tagIn(request), { author, project });
  }
}

const tagIn = (request: HttpRequest): string => stateOf(request).path.tag ?? '';
