import { Controller, Get, Req, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Input, Target } from '../../../core/access/request.decorators.js';
import type { Project } from '../../../core/projects/project.js';
import { CODE_READ_SCOPES, CodeProjectResolver } from '../project-code/code-project.resolver.js';
import { ARCHIVE_FORMATS } from './archive-formats.js';
import { AskedFormat } from './asked-format.decorator.js';
import type { ArchiveFormat } from './archive-formats.js';
import { ArchivesService } from './archives.service.js';
import { ArchiveQuery } from './archives.dto.js';
import { sendArchive } from './send-archive.js';
import { mediaType } from '../../../common/wire/wire-types.js';

const ADDRESSES = ['archive', ...Object.keys(ARCHIVE_FORMATS).map((suffix) => `archive.${suffix}`)];
const ARCHIVE = Type.Union([...new Set(Object.values(ARCHIVE_FORMATS).map(({ type }) => type))].map(mediaType));

/** Contract: git §3.4. */
@Controller('projects/:id/repository')
@Allow({ on: CodeProjectResolver, anonymous: true, scopes: CODE_READ_SCOPES })
export class ArchivesController {
  constructor(private readonly archives: ArchivesService) {}

  @Get(ADDRESSES)
  @Answers(ARCHIVE)
  async download(
    @Target() project: Project,
    @AskedFormat() format: ArchiveFormat,
    @Input() { sha = '', path = '' }: ArchiveQuery,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    await this.archives.make(project, { format, ref: sha || 'HEAD', path }, (archive) =>
      sendArchive(request, response, archive),
    );
  }
}
