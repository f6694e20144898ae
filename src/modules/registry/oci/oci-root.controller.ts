import { Get, Res, UseGuards } from '@nestjs/common';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { useErrorFormat } from '../../../platform/http/error-format.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { distributionErrorFormat } from '../registry-errors.js';
import { CatalogService } from '../repositories/catalog.service.js';
import { answerJson } from './oci-answers.js';
import { readOciPage, writeNextLink } from './oci-page.js';
import { Needs, Query } from './oci.decorators.js';
import { OciGuard } from './oci.guard.js';

useErrorFormat('v2', distributionErrorFormat);

/** Contract: registry §6. */
@RootController('v2')
@Public()
@UseGuards(OciGuard)
export class OciRootController {
  constructor(private readonly catalog: CatalogService) {}

  @Get()
  @Needs('login')
  ping(@Res() response: HttpResponse): void {
    answerJson(response, {});
  }

  @Get('_catalog')
  @Needs('catalog')
  async list(@Query() query: URLSearchParams, @Res() response: HttpResponse): Promise<void> {
    const page = await this.catalog.list(readOciPage(query));
    answerJson(response, { repositories: page.items }, writeNextLink('/v2/_catalog', page));
  }
}
