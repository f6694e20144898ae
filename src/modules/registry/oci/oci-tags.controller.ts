import { Delete, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { clientAddressOf } from '../../../platform/http/request-state.js';
import { TagNamesService } from '../tags/tag-names.service.js';
import { answerEmpty, answerJson } from './oci-answers.js';
import { repositoryOf } from './oci-call.js';
import type { OciCall } from './oci-call.js';
import { OciDeletesService } from './oci-deletes.service.js';
import { readOciPage, writeNextLink } from './oci-page.js';
import { Call, Needs, PathText, Query } from './oci.decorators.js';
import { OciGuard } from './oci.guard.js';

/** Contract: registry §6. */
@RootController('v2')
@Public()
@UseGuards(OciGuard)
export class OciTagsController {
  constructor(
    private readonly names: TagNamesService,
    private readonly deletes: OciDeletesService,
  ) {}

  @Get('*name/tags/list')
  @Needs('pull')
  async list(@Call() call: OciCall, @Query() query: URLSearchParams, @Res() response: HttpResponse): Promise<void> {
    const page = await this.names.list(repositoryOf(call).id, readOciPage(query));
    answerJson(response, { name: call.name, tags: page.items }, writeNextLink(`/v2/${call.name}/tags/list`, page));
  }

  @Delete('*name/tags/reference/:tag')
  @Needs('delete')
  async remove(
    @Call() call: OciCall,
    @PathText('tag') tag: string,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    await this.deletes.tag(call, tag, clientAddressOf(request));
    answerEmpty(response, 202);
  }
}
