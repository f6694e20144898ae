import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../../core/access/caller.js';
import { WebContextsService } from '../../../core/web/web-contexts.service.js';
import type { SessionContext } from '../../../core/web/web-contexts.service.js';
import { PasswordLoginsService } from '../../../core/sign-in/password-logins.service.js';
import { TwoFactorService } from '../../../core/two-factor/two-factor.service.js';

export type SignInOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'second-factor' }
  | { readonly kind: 'refused'; readonly reason: string };

export interface PasswordForm {
  readonly login: string;
  readonly password: string;
  readonly isRemembered: boolean;
}

/** The same for every wrong login or password (contract: oauth §2.1). */
const WRONG = 'Invalid login or password.';

/** Creates sessions from passwords and second factors (contract: oauth §2.1). */
@Injectable()
export class SignInService {
  constructor(
    private readonly logins: PasswordLoginsService,
    private readonly factors: TwoFactorService,
    private readonly webContexts: WebContextsService,
  ) {}

  /** Throws 429 after too many failures. */
  async byPassword(
    web: SessionContext,
    { login, password, isRemembered }: PasswordForm,
    response: ServerResponse,
  ): Promise<SignInOutcome> {
    const found = await this.logins.attempt(login, password, web.browser.address);
    const reason = found ? refusalOf(found.account) : WRONG;
    if (!found || reason !== undefined) {
      return { kind: 'refused', reason: reason ?? WRONG };
    }
    const { account, passwordDigest, hasTwoFactor } = found;
    if (hasTwoFactor) {
      await this.webContexts.waitForSecondFactor(web, account.id, { isRemembered, provider: null });
      return { kind: 'second-factor' };
    }
    const signIn = { userId: account.id, passwordDigest, isRemembered, provider: null };
    const done = await this.webContexts.signIn(web, signIn, response);
    return done ? { kind: 'done' } : { kind: 'refused', reason: WRONG };
  }

  /** Throws 429 after too many failures. */
  async bySecondFactor(web: SessionContext, code: string, response: ServerResponse): Promise<SignInOutcome> {
    const { pendingUserId: userId, isRemembered, provider } = web.session;
    if (userId === null) {
      return { kind: 'refused', reason: 'Your sign-in took too long. Sign in again.' };
    }
    if (!(await this.factors.accepts(userId, code, web.browser.address))) {
      return { kind: 'second-factor' };
    }
    const done = await this.webContexts.signIn(web, { userId, passwordDigest: null, isRemembered, provider }, response);
    return done ? { kind: 'done' } : { kind: 'refused', reason: WRONG };
  }
}

function refusalOf({ state, isConfirmed }: Account): string | undefined {
  if (state === 'blocked') {
    return 'Your account has been blocked.';
  }
  if (state === 'deactivated') {
    return 'Your account has been deactivated.';
  }
  return isConfirmed ? undefined : 'Your primary email address is not confirmed.';
}
