import { Controller, Get, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Input, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import type { Project } from '../../../core/projects/project.js';
import { CODE_READ_SCOPES, CodeProjectResolver } from '../project-code/code-project.resolver.js';
import { FileContentService } from '../files/file-content.service.js';
import { RAW_CONTENT, sendContent } from '../reads/send-content.js';
import { BlobsService } from './blobs.service.js';
import { ListTreeQuery } from './trees.dto.js';
import { BlobSchema, presentBlob, presentTreeEntry, TreeEntrySchema } from './tree.presenter.js';
import { TreesService } from './trees.service.js';

/** Contract: git §3.4. */
@Controller('projects/:id/repository')
@Allow({ on: CodeProjectResolver, anonymous: true, scopes: CODE_READ_SCOPES })
export class TreesController {
  constructor(
    private readonly trees: TreesService,
    private readonly blobs: BlobsService,
    private readonly contents: FileContentService,
  ) {}

  @Get('tree')
  @Answers([TreeEntrySchema])
  async list(
    @Target() project: Project,
    @Paging('page_token') page: PageRequest,
    @Input() { path = '', ref = '', recursive = false }: ListTreeQuery,
  ) {
    return (await this.trees.list(project, { path, ref: ref || 'HEAD', recursive }, page)).map(presentTreeEntry);
  }

  @Get('blobs/:sha')
  @Answers(BlobSchema)
  async show(@Target() project: Project, @TextParam('sha') sha: string) {
    return presentBlob(await this.blobs.get(project, sha));
  }

  @Get('blobs/:sha/raw')
  @Answers(RAW_CONTENT)
  async raw(
    @Target() project: Project,
    @TextParam('sha') sha: string,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    await this.contents.blob(project, sha, (blob) => sendContent(request, response, blob, blob.id));
  }
}
