import { Delete, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { clientAddressOf } from '../../../platform/http/request-state.js';
import { BlobLinksService } from '../blobs/blob-links.service.js';
import { answerEmpty } from './oci-answers.js';
import type { OciCall } from './oci-call.js';
import { OciDeletesService } from './oci-deletes.service.js';
import { Call, DigestText, Needs } from './oci.decorators.js';
import { OciGuard } from './oci.guard.js';
import { sendBlob } from './send-blob.js';

/** Contract: registry §6. */
@RootController('v2')
@Public()
@UseGuards(OciGuard)
export class OciBlobsController {
  constructor(
    private readonly links: BlobLinksService,
    private readonly deletes: OciDeletesService,
    private readonly store: BlobStore,
  ) {}

  @Get('*name/blobs/:digest')
  @Needs('pull')
  async show(
    @Call() { image }: OciCall,
    @DigestText() digest: string,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    await sendBlob(request, response, await this.links.get(image.repositoryId, digest), this.store);
  }

  @Delete('*name/blobs/:digest')
  @Needs('delete')
  async remove(
    @Call() call: OciCall,
    @DigestText() digest: string,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    await this.deletes.blob(call, digest, clientAddressOf(request));
    answerEmpty(response, 202);
  }
}
