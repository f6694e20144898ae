import { Controller, Get, Req, Res } from '@nestjs/common';
import { Bytes, inRanges } from '../../../common/wire/wire-types.js';
import { AdmitsJobTokens, Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { IdParam, Target } from '../../../core/access/request.decorators.js';
import type { Project } from '../../../core/projects/project.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { PackageProjectResolver } from '../access/package-project.resolver.js';
import { PackageDownloadsService } from '../files/package-downloads.service.js';
import { PackageFilesService } from './package-files.service.js';

/**
 * Downloads a file of a package of any format; `downloadPath` in the schema points here (contract: scim-graphql §B3).
 */
@Controller('projects/:id/packages/:package_id/package_files/:package_file_id')
@Allow({ on: PackageProjectResolver, anonymous: true })
@AdmitsJobTokens({ switched: false })
export class PackageFileDownloadController {
  constructor(
    private readonly files: PackageFilesService,
    private readonly downloads: PackageDownloadsService,
  ) {}

  @Get('download')
  @Answers(inRanges(Bytes))
  async download(
    @Target() project: Project,
    @IdParam('package_id') packageId: number,
    @IdParam('package_file_id') fileId: number,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    await this.downloads.send(request, response, await this.files.getServed(project, { packageId, fileId }));
  }
}
