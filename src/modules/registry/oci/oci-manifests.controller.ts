import { Delete, Get, Put, Req, Res, UseGuards } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { startBodyTime } from '../../../core/access/body-time.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { Env } from '../../../platform/config/env.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { clientAddressOf } from '../../../platform/http/request-state.js';
import { ManifestPushService } from '../manifests/manifest-push.service.js';
import { ManifestReadsService } from '../manifests/manifest-reads.service.js';
import { readManifestBody } from './manifest-body.js';
import { answerEmpty } from './oci-answers.js';
import { pushTargetOf, repositoryOf, tagAuthorOf } from './oci-call.js';
import type { OciCall } from './oci-call.js';
import { OciAccessService } from './oci-access.service.js';
import { OciDeletesService } from './oci-deletes.service.js';
import { Call, Needs, PathText, Query, ReferenceText } from './oci.decorators.js';
import { OciGuard } from './oci.guard.js';
import { sendManifest } from './send-manifest.js';

/** Contract: registry §6, §6.2. */
@RootController('v2')
@Public()
@UseGuards(OciGuard)
export class OciManifestsController {
  constructor(
    private readonly reads: ManifestReadsService,
    private readonly pushes: ManifestPushService,
    private readonly deletes: OciDeletesService,
    private readonly access: OciAccessService,
    private readonly env: Env,
  ) {}

  @Get('*name/manifests/:reference')
  @Needs('pull')
  async show(
    @Call() call: OciCall,
    @ReferenceText() reference: string,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const manifest = await this.reads.get(repositoryOf(call).id, reference, request.method === 'GET');
    sendManifest(request, response, manifest);
  }

  /** A push by digest may add tags with `tag` in the query. */
  @Put('*name/manifests/:reference')
  @Needs('push')
  async put(
    @Call() call: OciCall,
    @PathText('reference') reference: string,
    @Query() query: URLSearchParams,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const tags = query.getAll('tag');
    const bytes = await this.bodyOf(call, request);
    const { digest, subjectDigest } = await this.pushes.push({
      target: pushTargetOf(call),
      repositoryId: call.image.repositoryId,
      author: tagAuthorOf(call),
      reference,
      tags,
      contentType: request.headers['content-type'],
      bytes,
    });
    answerEmpty(response, 201, {
      Location: `${this.env.registry.url}/v2/${call.name}/manifests/${digest}`,
      'Docker-Content-Digest': digest,
      ...(subjectDigest === null ? {} : { 'OCI-Subject': subjectDigest }),
      ...(tags.length === 0 ? {} : { 'OCI-Tag': tags.join(', ') }),
    });
  }

  @Delete('*name/manifests/:reference')
  @Needs('delete')
  async remove(
    @Call() call: OciCall,
    @ReferenceText() reference: string,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    await this.deletes.manifest(call, reference, clientAddressOf(request));
    answerEmpty(response, 202);
  }

  /**
   * Rights are checked when the request begins, but a client may take days to send the body. Throws 401 if it took long
   * and the rights are gone.
   */
  private async bodyOf(call: OciCall, request: HttpRequest): Promise<Buffer> {
    const time = startBodyTime();
    const bytes = await readManifestBody(request, this.env.registry.maxManifestBytes);
    if (time.isLong()) {
      await this.access.refuseLate(call);
    }
    return bytes;
  }
}
