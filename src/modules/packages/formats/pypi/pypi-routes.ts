import { Get, Injectable, Req, Res } from '@nestjs/common';
import { invalidField, IS_INVALID, notFound } from '../../../../common/errors/catalogue.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { PackageDocumentsService } from '../../files/package-documents.service.js';
import { PackageDownloadsRepository } from '../../files/package-downloads.repository.js';
import { PackageDownloadsService } from '../../files/package-downloads.service.js';
import type { PackageReach } from '../../protocol/package-reach.js';
import { Needs, Reach } from '../../protocol/package.decorators.js';
import { indexTypeFor } from './index-type.js';
import { PypiIndexesService } from './pypi-indexes.service.js';
import { isFileName, isName, normalisedName } from './pypi-names.js';

const SIMPLE = /\/simple\/?(?:\?|$)/;

/** Read requests of pip, the same below each prefix (contract: packages §5.3). */
@Injectable()
export abstract class PypiRoutes {
  constructor(
    private readonly indexes: PypiIndexesService,
    private readonly stored: PackageDownloadsRepository,
    private readonly downloads: PackageDownloadsService,
    private readonly documents: PackageDocumentsService,
  ) {}

  @Get('simple')
  @Needs('read')
  async listNames(
    @Reach() { projectIds }: PackageReach,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    response.setHeader('Vary', 'Origin, Accept');
    const prefix = stateOf(request).target.split(SIMPLE, 1)[0] ?? '';
    await this.documents.send(request, response, await this.indexes.names(projectIds, prefix, typeFor(request)));
  }

  @Get('simple/:name')
  @Needs('read')
  async listFiles(
    @Reach() { projectIds }: PackageReach,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    response.setHeader('Vary', 'Origin, Accept');
    const { name = '' } = stateOf(request).path;
    if (!isName(name)) {
      throw invalidField('name', IS_INVALID);
    }
    const of = { projectIds, nameKey: normalisedName(name) };
    await this.documents.send(request, response, await this.indexes.files(of, typeFor(request)));
  }

  @Get('files/:sha256/:file_name')
  @Needs('read')
  async download(
    @Reach() { projectIds }: PackageReach,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const { sha256 = '', file_name: fileName = '' } = stateOf(request).path;
    if (!isFileName(fileName)) {
      throw invalidField('file_name', IS_INVALID);
    }
    const file = await this.stored.findByDigest({ projectIds, packageType: 'pypi' }, { sha256, fileName });
    if (!file) {
      throw notFound('Package File');
    }
    await this.downloads.send(request, response, file);
  }
}

const typeFor = ({ headers }: HttpRequest) => indexTypeFor(headers.accept ?? '');
