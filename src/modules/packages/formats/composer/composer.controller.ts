import { Controller, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import { badRequest, notFound } from '../../../../common/errors/catalogue.js';
import { toText } from '../../../../common/params/coerce.js';
import { Public } from '../../../../core/access/allow.decorator.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { readBody } from '../../../../platform/http/read-body.js';
import { receiveForm } from '../../../../platform/http/receive-file.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { writeJson } from '../../../../platform/http/write-answer.js';
import { PackageDownloadsService } from '../../files/package-downloads.service.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { Call, Needs } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { queryTexts } from '../../protocol/query-texts.js';
import { ComposerService } from './composer.service.js';

const MULTIPART = /^multipart\/form-data *(;|$)/i;
const ARCHIVE = /^(.+)\.zip$/;

/** Contract: packages §5.6. */
@Controller('projects/:id/packages/composer')
@Public()
@UseGuards(PackageGuard)
export class ComposerController {
  constructor(
    private readonly packages: ComposerService,
    private readonly downloads: PackageDownloadsService,
  ) {}

  @Post()
  @Needs('publish')
  async publish(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const { field, content } = await this.sent(request);
    if (content) {
      await this.packages.publishArchive(call, content, field('version'));
    } else {
      await this.packages.publishRef(call, refIn(field('tag') ?? '', field('branch') ?? ''));
    }
    writeJson(request, response, 201, { message: '201 Created' });
  }

  @Get('archives/*archive')
  @Needs('read')
  async download(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const [, name] = ARCHIVE.exec(stateOf(request).path.archive ?? '') ?? [];
    if (name === undefined) {
      throw notFound('Package');
    }
    const file = await this.packages.findArchive(call, name, queryTexts(request).get('sha') ?? '');
    await this.downloads.send(request, response, file);
  }

  private async sent(request: HttpRequest) {
    const { 'content-type': type = '', 'content-length': length } = request.headers;
    const query = queryTexts(request);
    if (MULTIPART.test(type)) {
      this.packages.refuseTooLarge(length);
      const { fields, file } = await receiveForm(request, (source) => this.packages.receive(source));
      return { field: (name: string) => fields.get(name) ?? query.get(name), content: file?.stored };
    }
    const { params } = await readBody(request);
    const field = (name: string): string | undefined => {
      const sent = toText(params[name] ?? query.get(name));
      return sent.ok ? sent.value : undefined;
    };
    return { field, content: undefined };
  }
}

/** Throws 400 unless exactly one is given; forms send an empty text for an absent one. */
function refIn(tag: string, branch: string) {
  if (tag !== '' && branch === '') {
    return { kind: 'tag', name: tag } as const;
  }
  if (branch !== '' && tag === '') {
    return { kind: 'branch', name: branch } as const;
  }
  throw badRequest('Give exactly one of tag and branch');
}
