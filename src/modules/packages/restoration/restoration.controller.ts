import { Controller, HttpCode, Post } from '@nestjs/common';
import { AdmitsJobTokens, Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Me, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { PackageProjectResolver } from '../access/package-project.resolver.js';
import { PackageFileSchema, SinglePackageSchema } from '../management/package.presenter.js';
import { PackageViewsService } from '../management/package-views.service.js';
import { PackagesService } from '../management/packages.service.js';
import { RestorationService } from './restoration.service.js';

/** Contract: packages §6.1. */
@Controller('projects/:id/packages/:package_id')
@Allow({ on: PackageProjectResolver, anonymous: true, role: Role.Maintainer })
@AdmitsJobTokens({ switched: false })
export class RestorationController {
  constructor(
    private readonly restoration: RestorationService,
    private readonly packages: PackagesService,
    private readonly views: PackageViewsService,
  ) {}

  @Post('restore')
  @HttpCode(200)
  @Answers(SinglePackageSchema)
  async restore(@Target() project: Project, @Me() me: Caller, @IdParam('package_id') id: number) {
    const restored = await this.restoration.restorePackage(project, id, me);
    const site = { viewer: me, projectPath: project.fullPath, mayDelete: true };
    return this.views.single(restored, await this.packages.versionsBeside(restored), site);
  }

  @Post('package_files/:package_file_id/restore')
  @HttpCode(200)
  @Answers(PackageFileSchema)
  async restoreFile(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('package_id') packageId: number,
    @IdParam('package_file_id') fileId: number,
  ) {
    return this.views.file(await this.restoration.restoreFile(project, { packageId, fileId }, me), me);
  }
}
