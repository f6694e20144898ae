import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { writeEncoded } from '../../../../platform/http/write-answer.js';
import { PackageDocumentsService } from '../../files/package-documents.service.js';
import type { PackageReach } from '../../protocol/package-reach.js';
import { About, Needs, Reach } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { ComposerIndexService } from './composer-index.service.js';

/** Contract: packages §5.6. */
@Controller(['group/:id/-/packages/composer', 'groups/:id/-/packages/composer'])
@Public()
@About('group')
@UseGuards(PackageGuard)
export class GroupComposerController {
  constructor(
    private readonly index: ComposerIndexService,
    private readonly documents: PackageDocumentsService,
  ) {}

  @Get('packages.json')
  @Needs('read')
  async root(@Reach() { projectIds }: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    write(request, response, await this.index.root(projectIds, stateOf(request).path.id ?? ''));
  }

  @Get('p/*file')
  @Needs('read')
  async providers(@Reach() { projectIds }: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    write(request, response, await this.index.providers(projectIds, fileOf(request)));
  }

  @Get('p2/*file')
  @Needs('read')
  async versions(@Reach() { projectIds }: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    await this.documents.sendJson(request, response, await this.index.versions(projectIds, fileOf(request)));
  }

  @Get('*file')
  @Needs('read')
  async document(@Reach() { projectIds }: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    write(request, response, await this.index.document(projectIds, fileOf(request)));
  }
}

const fileOf = (request: HttpRequest): string => stateOf(request).path.file ?? '';

const write = (request: HttpRequest, response: HttpResponse, text: string): void => {
  writeEncoded(request, response, 200, { bytes: Buffer.from(text), body: {} });
};
