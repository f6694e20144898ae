import { Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { unknownRoute } from '../../../common/errors/catalogue.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { PageController, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { wantsJson } from '../../../core/web/web-context-of.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { found, page } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { cspSourceOf } from '../applications/redirect-uri.js';
import { pageParams } from '../protocol-body.js';
import { ProtocolParams } from '../protocol-params.js';
import { AuthorizeFlowService } from './authorize-flow.service.js';
import { presentRequest } from './authorize.presenter.js';
import { consentPage } from './consent.page.js';

/** Contract: oauth §4. */
@PageController('oauth/authorize', { who: 'anybody', takesJson: true, hidesOrigin: true })
export class AuthorizeController {
  constructor(private readonly flow: AuthorizeFlowService) {}

  @Get()
  async ask(
    @Web() web: WebContext,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<WebAnswer | object> {
    const step = await this.flow.begin(ProtocolParams.fromQuery(request), web, wantsJson(request));
    switch (step.kind) {
      case 'sign-in':
        return found(await this.flow.signInAddress(step, stateOf(request).target, web, response));
      case 'answered':
        return step.answer;
      case 'consent':
        return wantsJson(request)
          ? presentRequest(step.request, step.isConsentDue)
          : page(consentPage(step.request, web.frame), {
              formTargets: [cspSourceOf(step.request.to.redirectUri)],
              referrer: 'no-referrer',
            });
    }
  }

  /** Approves, or denies if a form says so, because browsers cannot send DELETE. */
  @Post()
  @HttpCode(200)
  async decide(
    @Web() web: WebContext,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<WebAnswer | object> {
    const params = await pageParams(request);
    return this.flow.decide(params, { web, decision: decisionIn(params), asJson: wantsJson(request), response });
  }

  @Delete()
  async deny(
    @Web() web: WebContext,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<WebAnswer | object> {
    return this.flow.decide(await pageParams(request), {
      web,
      decision: 'deny',
      asJson: wantsJson(request),
      response,
    });
  }
}

/** Throws for an unknown or repeated `_method`, which must not approve anything (contract: oauth §4). */
function decisionIn(params: ProtocolParams): 'approve' | 'deny' {
  if (!params.has('_method')) {
    return 'approve';
  }
  if (params.get('_method') !== 'delete') {
    throw unknownRoute();
  }
  return 'deny';
}
