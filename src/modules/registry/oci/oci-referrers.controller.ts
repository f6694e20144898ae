import { Get, Res, UseGuards } from '@nestjs/common';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { ReferrersService } from '../manifests/referrers.service.js';
import { answerJson } from './oci-answers.js';
import type { OciCall } from './oci-call.js';
import { Call, DigestText, Needs, Query } from './oci.decorators.js';
import { OciGuard } from './oci.guard.js';
import { INDEX_TYPE, presentReferrers } from './referrers.presenter.js';

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
    const found = await this.referrers.list(image.repositoryId, digest, artifactType);
    const filters: Record<string, string> = artifactType === null ? {} : { 'OCI-Filters-Applied': 'artifactType' };
    answerJson(response, presentReferrers(found), { 'Content-Type': INDEX_TYPE, ...filters });
  }
}
