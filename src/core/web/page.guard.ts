import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { HttpRequest, HttpResponse } from '../../platform/http/http-types.js';
import { message, unauthorized, unknownRoute, unsupportedType } from '../../common/errors/catalogue.js';
import { parseForm } from '../../common/params/form-encoding.js';
import { Env } from '../../platform/config/env.js';
import { readBody, USUAL_LIMITS } from '../../platform/http/read-body.js';
import { stateOf } from '../../platform/http/request-state.js';
import { isRead } from '../../platform/http/write-answer.js';
import { found } from '../../platform/views/web-answer.js';
import { refuseInactive } from '../access/account-state.js';
import { given, header } from '../access/request-credentials.js';
import { PageRedirect } from './page-redirect.js';
import { PAGE_RULE } from './page-rule.js';
import type { PageRule } from './page-rule.js';
import type { WebContext } from './web-context.js';
import { rememberWebContext, wantsJson } from './web-context-of.js';
import { WebContextsService } from './web-contexts.service.js';

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/** Finds the session of a page request, refuses forged forms, and redirects to sign in if that is required. */
@Injectable()
export class PageGuard implements CanActivate {
  constructor(
    private readonly webContexts: WebContextsService,
    private readonly reflector: Reflector,
    private readonly env: Env,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<HttpRequest>(), http.getResponse<HttpResponse>()];
    const rule = this.reflector.getAllAndOverride<PageRule>(PAGE_RULE, [context.getHandler(), context.getClass()]);
    await readRequest(request, rule, async () => (await this.webContexts.of(request)).account !== null);
    const known = await this.webContexts.of(request);
    const web = rule.opensSession ? this.webContexts.opened(known, response) : known;
    rememberWebContext(request, web);
    this.webContexts.keepRemembered(web, request, response);
    if (!isRead(request)) {
      this.refuseForged(request, rule, web);
    }
    await this.authorize(request, response, rule, web);
    return true;
  }

  /** Contract: oauth §2.1. The token is taken from the form, or from a header. */
  private refuseForged(request: HttpRequest, rule: PageRule, web: WebContext): void {
    const { origin } = request.headers;
    const isForeign = origin !== undefined && origin !== this.env.baseUrl;
    const token = given(stateOf(request).body.authenticity_token, header(request, 'x-csrf-token'));
    if ((isForeign && !(rule.hidesOrigin && origin === 'null')) || !web.accepts(token)) {
      throw message(422, '422 Unprocessable Entity - This page has expired');
    }
  }

  private async authorize(
    request: HttpRequest,
    response: HttpResponse,
    { who }: PageRule,
    web: WebContext,
  ): Promise<void> {
    if (who !== 'anybody' && !web.account) {
      throw await this.signInFirst(request, response, web);
    }
    if (who !== 'anybody' && web.account) {
      refuseInactive(web.account);
    }
    if (who === 'administrator' && !web.account?.isAdmin) {
      throw unknownRoute();
    }
  }

  private async signInFirst(request: HttpRequest, response: HttpResponse, web: WebContext): Promise<Error> {
    if (wantsJson(request)) {
      return unauthorized();
    }
    const target = isRead(request) ? stateOf(request).target : '/';
    return new PageRedirect(found(await this.webContexts.signInAddressFor(web, target, response)));
  }
}

async function readRequest(request: HttpRequest, rule: PageRule, isKnown: () => Promise<boolean>): Promise<void> {
  const state = stateOf(request);
  const question = state.target.indexOf('?');
  if (question >= 0) {
    state.query = parseForm(state.target.slice(question + 1));
  }
  if (isRead(request)) {
    return;
  }
  const { params, bytes } = await readBody(request, USUAL_LIMITS, isKnown);
  const type = request.headers['content-type'] ?? 'application/json';
  if (bytes.length > 0 && !rule.takesJson && !FORM_TYPES.test(type)) {
    throw unsupportedType(type.split(';', 1)[0] ?? type);
  }
  state.body = params;
  state.bodyBytes = bytes;
}
