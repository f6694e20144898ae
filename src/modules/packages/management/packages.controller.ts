import { Controller, Delete, Get, HttpCode, Res } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { AdmitsJobTokens, Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import type { Precondition } from '../../../platform/http/unit-of-work/precondition.js';
import { SentPrecondition } from '../../../platform/http/unit-of-work/sent-precondition.decorator.js';
import { PackageProjectResolver } from '../access/package-project.resolver.js';
import { allows } from '../access/package-rights.js';
import { PackageFilesService } from './package-files.service.js';
import { PackageFileSchema, PackageSchema, SinglePackageSchema } from './package.presenter.js';
import { PackageViewsService } from './package-views.service.js';
import type { PackageProjectView } from './package-views.service.js';
import { ListPackagesQuery } from './packages.dto.js';
import { PackagesService } from './packages.service.js';

/** Contract: packages §3. */
@Controller('projects/:id/packages')
@Allow({ on: PackageProjectResolver, anonymous: true })
@AdmitsJobTokens({ switched: false })
export class PackagesController {
  constructor(
    private readonly packages: PackagesService,
    private readonly files: PackageFilesService,
    private readonly views: PackageViewsService,
  ) {}

  @Get()
  @Answers([PackageSchema])
  async list(
    @Target() project: Project,
    @Me() me: Caller,
    @Paging() page: PageRequest,
    @Input() query: ListPackagesQuery,
  ) {
    const request = { page, orderBy: query.order_by, sort: query.sort };
    return this.views.page(await this.packages.list(project, query.toFilters(), request), viewOf(project, me));
  }

  @Get(':package_id')
  @Answers(SinglePackageSchema)
  async show(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('package_id') id: number,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const found = await this.packages.get(project, id);
    response.setHeader('Last-Modified', new Date(found.updatedAt).toUTCString()); // not part of the record
    return this.views.single(found, await this.packages.versionsBeside(found), viewOf(project, me));
  }

  @Delete(':package_id')
  @HttpCode(204)
  @Allow({ on: PackageProjectResolver, anonymous: true, role: Role.Maintainer })
  @Answers(null)
  delete(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('package_id') id: number,
    @SentPrecondition() precondition: Precondition | undefined,
  ) {
    return this.packages.delete(project, id, me, precondition);
  }

  @Get(':package_id/package_files')
  @Answers([PackageFileSchema])
  async listFiles(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('package_id') id: number,
    @Paging() page: PageRequest,
  ) {
    return this.views.files(await this.files.list(project, id, page), me);
  }

  @Delete(':package_id/package_files/:package_file_id')
  @HttpCode(204)
  @Allow({ on: PackageProjectResolver, anonymous: true, role: Role.Maintainer })
  @Answers(null)
  deleteFile(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('package_id') packageId: number,
    @IdParam('package_file_id') fileId: number,
    @SentPrecondition() precondition: Precondition | undefined,
  ) {
    return this.files.delete(project, { packageId, fileId }, me, precondition);
  }
}

const viewOf = (project: Project, viewer: Caller): PackageProjectView => ({
  viewer,
  projectPath: project.fullPath,
  mayDelete:
    !project.archived && allows({ visibility: project.visibility, level: levelOf(project) }, viewer.isAdmin, 'delete'),
});
