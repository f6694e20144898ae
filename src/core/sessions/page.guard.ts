import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { message, unauthorized, unknownRoute, unsupportedType } from '../../common/errors/catalogue.js';
import { parseForm } from '../../common/params/form-encoding.js';
import { Env } from '../../platform/config/env.js';
import { readBody, USUAL_LIMITS } from '../../platform/http/read-body.js';
import { stateOf } from '../../platform/http/request-state.js';
import { isRead } from '../../platform/http/write-answer.js';
import { found } from '../../platform/views/web-answer.js';
import { refuseInactive } from '../access/account-state.js';
import { given, header } from '../access/request-credentials.js';
import { Diverted } from './diverted.js';
import { PAGE_RULE } from './page-rule.js';
import type { PageRule } from './page-rule.js';
import type { Visit } from './visit.js';
import { rememberVisit, wantsJson } from './visit-of.js';
import { VisitsService } from './visits.service.js';

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/** Finds the session of whoever asks for a page, refuses forged forms, and sends to sign in who must. */
@Injectable()
export class PageGuard implements CanActivate {
  constructor(
    private readonly visits: VisitsService,
    private readonly reflector: Reflector,
    private readonly env: Env,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const rule = this.reflector.getAllAndOverride<PageRule>(PAGE_RULE, [context.getHandler(), context.getClass()]);
    await readRequest(request, rule, async () => (await this.visits.of(request)).account !== null);
    const known = await this.visits.of(request);
    const visit = rule.opensSession ? this.visits.opened(known, request, response) : known;
    rememberVisit(request, visit);
    this.visits.keepRemembered(visit, request, response);
    if (!isRead(request)) {
      this.refuseForged(request, rule, visit);
    }
    await this.admit(request, response, rule, visit);
    return true;
  }

  /** Contract: oauth §2.1; the form's token, or the same value as a header. */
  private refuseForged(request: Request, rule: PageRule, visit: Visit): void {
    const { origin } = request.headers;
    const isForeign = origin !== undefined && origin !== this.env.baseUrl;
    const token = given(stateOf(request).body.authenticity_token, header(request, 'x-csrf-token'));
    if ((isForeign && !(rule.hidesOrigin && origin === 'null')) || !visit.accepts(token)) {
      throw message(422, '422 Unprocessable Entity - This page has expired');
    }
  }

  private async admit(request: Request, response: Response, { who }: PageRule, visit: Visit): Promise<void> {
    if (who !== 'anybody' && !visit.account) {
      throw await this.signInFirst(request, response, visit);
    }
    if (who !== 'anybody' && visit.account) {
      refuseInactive(visit.account);
    }
    if (who === 'administrator' && !visit.account?.isAdmin) {
      throw unknownRoute();
    }
  }

  private async signInFirst(request: Request, response: Response, visit: Visit): Promise<Error> {
    if (wantsJson(request)) {
      return unauthorized();
    }
    const { session } = await this.visits.withSession(visit, response);
    const target = isRead(request) ? stateOf(request).target : '/';
    return new Diverted(found(await this.visits.signInAddress(session, { target })));
  }
}

async function readRequest(request: Request, rule: PageRule, isKnown: () => Promise<boolean>): Promise<void> {
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
