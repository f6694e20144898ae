import { Get, Res, UseGuards } from '@nestjs/common';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { StreamedJson } from '../../../platform/http/streamed-json.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { ReferrersService } from '../manifests/referrers.service.js';
import { answerPieces } from './oci-answers.js';
import type { OciCall } from './oci-call.js';
import { Call, DigestText, Needs, Query } from './oci.decorators.js';
import { OciGuard } from './oci.guard.js';
import { INDEX_TYPE, writeReferrers } from './referrers.presenter.js';

/** Contract: registry §6. */
@RootController('v2')
@Public()
@UseGuards(OciGuard)
export class OciReferrersController {
  constructor(private readonly referrers: ReferrersService) {}

  @Get('*name/referrers/:digest')
  @Needs('pull')
  async list(
    @Call() { image }: OciCall,
    @DigestText() digest: string,
    @Query() query: URLSearchParams,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const artifactType = query.get('artifactType');
    const referred = { projectId: image.projectId, repositoryId: image.repositoryId, subjectDigest: digest };
    const found = this.referrers.list(referred, artifactType);
    const filters: Record<string, string> = artifactType === null ? {} : { 'OCI-Filters-Applied': 'artifactType' };
    await answerPieces(response, new StreamedJson(() => writeReferrers(found)), {
      'Content-Type': INDEX_TYPE,
      ...filters,
    });
  }
}
