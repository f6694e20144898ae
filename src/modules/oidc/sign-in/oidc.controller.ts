import { Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PageController, Web } from '../../../core/web/page.decorators.js';
import type { SessionContext } from '../../../core/web/web-contexts.service.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { textIn } from '../../../platform/views/form-text.js';
import { found, page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { OidcProviderService } from '../provider/oidc-provider.service.js';
import { OidcAuditService } from './oidc-audit.service.js';
import { OidcRefusal } from './oidc-refusal.js';
import { refusedPage } from './oidc-refused.page.js';
import { OidcSetUpGuard } from './oidc-set-up.guard.js';
import { OidcSignInService } from './oidc-sign-in.service.js';

/** Contract: scim-graphql §C1.2. */
@PageController('users/auth/oidc', { who: 'anybody', opensSession: true })
@UseGuards(OidcSetUpGuard)
export class OidcController {
  constructor(
    private readonly provider: OidcProviderService,
    private readonly signIn: OidcSignInService,
    private readonly audit: OidcAuditService,
  ) {}

  @Post()
  async begin(@Web() web: SessionContext, @Fields() fields: RawParams): Promise<WebAnswer> {
    return seeOther((await this.signIn.begin(web, textIn(fields, 'rt'))).href);
  }

  @Get('callback')
  async complete(
    @Web() web: SessionContext,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<WebAnswer> {
    const { target, requestId } = stateOf(request);
    const { name } = this.provider;
    try {
      return found(await this.signIn.complete(web, target, response));
    } catch (error) {
      if (!(error instanceof OidcRefusal)) {
        throw error;
      }
      await this.audit.refused(error, web.browser.address);
      return page(refusedPage({ refusal: error, provider: name, requestId }, web.frame), { status: error.status });
    }
  }
}
