import { Get, Post, Res } from '@nestjs/common';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { given } from '../../../core/access/request-credentials.js';
import { OwnSessionsService } from '../../../core/sessions/own-sessions.service.js';
import { Fields, PageController, QueryFields, Web } from '../../../core/web/page.decorators.js';
import { isSignedInSince, returnTargetOf } from '../../../core/web/return-targets.js';
import { clearSessionCookie } from '../../../core/web/session-cookie.js';
import type { ReturnTarget } from '../../../core/sessions/session.js';
import { SignInButton } from '../../../core/sign-in/sign-in-button.js';
import { PasswordPolicy } from '../../../core/users/password-policy.service.js';
import { Contributions } from '../../../platform/contributions/contributions.js';
import type { WebContext } from '../../../core/web/web-context.js';
import type { SessionContext } from '../../../core/web/web-contexts.service.js';
import { Env } from '../../../platform/config/env.js';
import { found, page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { readSignInForm } from './sign-in.form.js';
import { secondFactorPage, signInPage } from './sign-in.page.js';
import type { SignInFacts } from './sign-in.page.js';
import { SignInService } from './sign-in.service.js';

/** Contract: oauth §2.1. */
@PageController('users/sign_in', { who: 'anybody', opensSession: true })
export class SignInController {
  constructor(
    private readonly signIn: SignInService,
    private readonly policy: PasswordPolicy,
    private readonly contributions: Contributions,
  ) {}

  @Get()
  async show(@Web() web: SessionContext, @QueryFields() query: RawParams): Promise<WebAnswer> {
    const wanted = returnTargetOf(web.session, given(query.rt) ?? '');
    const mustSignInAgain = wanted?.demand !== undefined && !isSignedInSince(web.session, wanted);
    if (web.account && !mustSignInAgain) {
      return found(wanted?.target ?? '/');
    }
    const facts = { frame: web.frame, rt: wanted?.id ?? '', login: wanted?.loginHint ?? '' };
    if (web.session.pendingUserId !== null && given(query.second_factor) === 'true') {
      return page(secondFactorPage(facts), formTargetsOf(wanted));
    }
    return this.firstStep(facts, wanted);
  }

  @Post()
  async submit(
    @Web() web: SessionContext,
    @Fields() fields: RawParams,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<WebAnswer> {
    const sent = readSignInForm(fields);
    const wanted = returnTargetOf(web.session, sent.rt);
    const outcome =
      sent.code === undefined
        ? await this.signIn.byPassword(web, sent, response)
        : await this.signIn.bySecondFactor(web, sent.code, response);
    if (outcome.kind === 'done') {
      return seeOther(wanted?.target ?? '/');
    }
    const facts = { frame: web.frame, rt: wanted?.id ?? '', login: sent.login };
    if (outcome.kind === 'refused') {
      return this.firstStep({ ...facts, reason: outcome.reason }, wanted);
    }
    const again = sent.code === undefined ? { status: 200 } : { status: 422, reason: 'This code is not right.' };
    return page(secondFactorPage({ ...facts, reason: again.reason }), {
      status: again.status,
      ...formTargetsOf(wanted),
    });
  }

  private async firstStep(facts: SignInFacts, wanted: ReturnTarget | null): Promise<WebAnswer> {
    const shown = await Promise.all(this.contributions.to(SignInButton).map((button) => button.shown()));
    const buttons = shown.filter((button) => button !== null);
    const formTargets = [...(formTargetsOf(wanted).formTargets ?? []), ...buttons.flatMap((one) => one.formTargets)];
    const status = facts.reason === undefined ? 200 : 422;
    return page(signInPage({ ...facts, buttons, hasPasswords: this.policy.isOpen }), { status, formTargets });
  }
}

@PageController('users/sign_out', { who: 'anybody' })
export class SignOutController {
  constructor(
    private readonly sessions: OwnSessionsService,
    private readonly env: Env,
  ) {}

  @Post()
  async signOut(@Web() web: WebContext, @Res({ passthrough: true }) response: HttpResponse): Promise<WebAnswer> {
    await this.sessions.signOut(web.session?.id ?? 0);
    clearSessionCookie(response, this.env);
    return seeOther('/users/sign_in');
  }
}

const formTargetsOf = (wanted: ReturnTarget | null): { readonly formTargets?: readonly string[] } =>
  wanted?.formTarget === undefined ? {} : { formTargets: [wanted.formTarget] };
