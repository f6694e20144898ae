import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { message } from '../../../common/errors/catalogue.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { WebContextsService } from '../../../core/web/web-contexts.service.js';
import { Env } from '../../../platform/config/env.js';
import { found } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { cspSourceOf, withParams } from '../applications/redirect-uri.js';
import type { ProtocolParams } from '../protocol-params.js';
import { answerParams, returnTo } from './authorization-answer.js';
import type { Delivery, Outcome } from './authorization-answer.js';
import { AuthorizationPolicyService } from './authorization-policy.service.js';
import { addressOf, fingerprintOf, namedParams } from './authorization-request.js';
import type { AuthorizationRequest, Evaluation, ResponseTarget } from './authorization-request.js';
import { AuthorizationService } from './authorization.service.js';

type SignInNeeded = Extract<Evaluation, { kind: 'sign-in' }>;

/** The result of a browser's request. */
export type FirstStep =
  | SignInNeeded
  | { readonly kind: 'answered'; readonly answer: WebAnswer }
  | { readonly kind: 'consent'; readonly request: AuthorizationRequest; readonly isConsentDue: boolean };

interface UserDecision {
  readonly web: WebContext;
  readonly decision: 'approve' | 'deny';
  readonly asJson: boolean;
  readonly response: ServerResponse;
}

/** Handles an authorization from the request to the answer (contract: oauth §4). */
@Injectable()
export class AuthorizeFlowService {
  constructor(
    private readonly policy: AuthorizationPolicyService,
    private readonly authorizations: AuthorizationService,
    private readonly webContexts: WebContextsService,
    private readonly env: Env,
  ) {}

  /** If no consent is due, the code is issued at once, except to JSON clients, which have to ask first. */
  async begin(params: ProtocolParams, web: WebContext, asJson: boolean): Promise<FirstStep> {
    const evaluation = await this.policy.evaluate(params, web, 'request');
    const { frame, session } = web;
    if (evaluation.kind === 'sign-in') {
      return evaluation;
    }
    if (evaluation.kind === 'refused') {
      return {
        kind: 'answered',
        answer: this.back(evaluation.to, { error: evaluation.code }, { frame, afterPost: false }),
      };
    }
    const { request, isConsentDue } = evaluation;
    if (isConsentDue || asJson) {
      if (session) {
        await this.authorizations.noteShown(session, fingerprintOf(params));
      }
      return { kind: 'consent', request, isConsentDue };
    }
    return {
      kind: 'answered',
      answer: this.back(request.to, await this.approve(request, params, web), { frame, afterPost: false }),
    };
  }

  /** Returns the address of the sign-in page, which then continues with the same request. */
  async signInAddress(
    { redirectUri, demand, loginHint }: SignInNeeded,
    target: string,
    web: WebContext,
    response: ServerResponse,
  ): Promise<string> {
    const { session } = await this.webContexts.withSession(web, response);
    const formTarget = cspSourceOf(redirectUri);
    const hint = loginHint === undefined ? {} : { loginHint };
    return this.webContexts.signInAddress(session, {
      target,
      formTarget,
      ...hint,
      ...(demand === undefined ? {} : { demand }),
    });
  }

  /**
   * Evaluates the request again, because form values are not trusted. If a new sign-in is needed, JSON clients get 422
   * and browsers are redirected.
   */
  async decide(params: ProtocolParams, { web, decision, asJson, response }: UserDecision): Promise<WebAnswer | object> {
    const evaluation = await this.policy.evaluate(params, web, 'decision');
    if (evaluation.kind === 'sign-in') {
      if (asJson) {
        throw message(422, '422 Unprocessable Entity - This page has expired');
      }
      return found(await this.signInAddress(evaluation, addressOf(namedParams(params)), web, response));
    }
    const to = evaluation.kind === 'valid' ? evaluation.request.to : evaluation.to;
    const outcome =
      evaluation.kind === 'refused'
        ? { error: evaluation.code }
        : decision === 'deny'
          ? await this.deny(params, web)
          : await this.approve(evaluation.request, params, web);
    return asJson ? this.addressOnly(to, outcome) : this.back(to, outcome, { frame: web.frame, afterPost: true });
  }

  private async approve(request: AuthorizationRequest, params: ProtocolParams, web: WebContext): Promise<Outcome> {
    const { account, session } = web;
    if (!account || !session) {
      throw new Error('Nobody is signed in to approve.');
    }
    const code = await this.authorizations.approve(request, account.id, session);
    await this.authorizations.settle(session, fingerprintOf(params));
    return { code };
  }

  private async deny(params: ProtocolParams, { session }: WebContext): Promise<Outcome> {
    if (session) {
      await this.authorizations.settle(session, fingerprintOf(params));
    }
    return { error: 'access_denied' };
  }

  private back(to: ResponseTarget, outcome: Outcome, delivery: Delivery): WebAnswer {
    return returnTo(to, answerParams(to, outcome, this.env.baseUrl), delivery);
  }

  private addressOnly(to: ResponseTarget, outcome: Outcome): object {
    return { redirect_uri: withParams(to.redirectUri, answerParams(to, outcome, this.env.baseUrl)) };
  }
}
