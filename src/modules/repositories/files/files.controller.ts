import { Controller, Delete, Get, HttpCode, Post, Put, Req, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { TakesBody } from '../../../core/access/body-limits.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { OwnTransactions } from '../../../platform/http/unit-of-work/own-transactions.decorator.js';
import type { Precondition } from '../../../platform/http/unit-of-work/precondition.js';
import { SentPrecondition } from '../../../platform/http/unit-of-work/sent-precondition.decorator.js';
import { ReadAs } from '../../../platform/http/unit-of-work/read-as.decorator.js';
import { isMet } from '../is-met.js';
import { CODE_READ_SCOPES, CodeProjectResolver } from '../project-code/code-project.resolver.js';
import { COMMIT_BODY } from '../commits/commit-body.js';
import { ProjectUrls } from '../project-code/project-urls.js';
import { BlameService } from './blame.service.js';
import { BlameQuery, DeleteFileInput, FILE_CHANGES, RawFileQuery, ShowFileQuery, WriteFileInput } from './files.dto.js';
import { FileContentService } from './file-content.service.js';
import { FileWritesService } from './file-writes.service.js';
import {
  BlameSchema,
  ChangedFileSchema,
  FileSchema,
  presentBlame,
  presentChangedFile,
  presentFile,
} from './file.presenter.js';
import { setFileHeaders } from './file-headers.js';
import type { RepositoryFile } from './file.js';
import { FilesService } from './files.service.js';
import { RAW_CONTENT, sendContent } from '../reads/send-content.js';

const DEFAULT_BRANCH = 'HEAD';
/** The resource that conditional headers of writes are compared with (contract: git §10.4). */
const AT_THE_BRANCH = '/api/v4/projects/:id/repository/files/:file_path?ref=:branch';

const seenFile = (precondition: Precondition | undefined) =>
  precondition && ((file: RepositoryFile): boolean => isMet(precondition, presentFile(file)));

/** Contract: git §3.4. */
@Controller('projects/:id/repository/files/:file_path')
@Allow({ on: CodeProjectResolver, anonymous: true, scopes: CODE_READ_SCOPES })
export class FilesController {
  constructor(
    private readonly files: FilesService,
    private readonly contents: FileContentService,
    private readonly blames: BlameService,
    private readonly writes: FileWritesService,
    private readonly urls: ProjectUrls,
  ) {}

  @Get()
  @Answers(FileSchema)
  async show(
    @Target() project: Project,
    @TextParam('file_path') path: string,
    @Input() { ref }: ShowFileQuery,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const file = presentFile(await this.files.get(project, path, ref));
    setFileHeaders(response, file);
    return file;
  }

  @Get('raw')
  @Answers(RAW_CONTENT)
  async raw(
    @Target() project: Project,
    @TextParam('file_path') path: string,
    @Input() { ref = DEFAULT_BRANCH }: RawFileQuery,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    await this.contents.file(project, path, ref, (blob) => sendContent(request, response, blob, path));
  }

  @Get('blame')
  @Answers(Type.Array(BlameSchema))
  async blame(@Target() project: Project, @TextParam('file_path') path: string, @Input() query: BlameQuery) {
    const groups = await this.blames.read(project, path, query.ref, query.toRange());
    return groups.map((group) => presentBlame(group, this.urls.of(project)));
  }

  @Post()
  @Allow({ on: 'project', role: Role.Developer })
  @TakesBody(COMMIT_BODY)
  @OwnTransactions()
  @Answers(ChangedFileSchema)
  async create(
    @Target() project: Project,
    @Me() me: Caller,
    @TextParam('file_path') path: string,
    @Input() input: WriteFileInput,
  ) {
    await this.writes.change(project, FILE_CHANGES.create(path, input), me);
    return presentChangedFile(path, input.branch);
  }

  @Put()
  @Allow({ on: 'project', role: Role.Developer })
  @TakesBody(COMMIT_BODY)
  @OwnTransactions()
  @ReadAs(AT_THE_BRANCH)
  @Answers(ChangedFileSchema)
  async update(
    @Target() project: Project,
    @Me() me: Caller,
    @TextParam('file_path') path: string,
    @Input() input: WriteFileInput,
    @SentPrecondition() precondition: Precondition | undefined,
  ) {
    await this.writes.change(project, FILE_CHANGES.update(path, input), me, seenFile(precondition));
    return presentChangedFile(path, input.branch);
  }

  @Delete()
  @HttpCode(204)
  @Allow({ on: 'project', role: Role.Developer })
  @OwnTransactions()
  @ReadAs(AT_THE_BRANCH)
  @Answers(null)
  async delete(
    @Target() project: Project,
    @Me() me: Caller,
    @TextParam('file_path') path: string,
    @Input() input: DeleteFileInput,
    @SentPrecondition() precondition: Precondition | undefined,
  ) {
    await this.writes.change(project, FILE_CHANGES.delete(path, input), me, seenFile(precondition));
  }
}
