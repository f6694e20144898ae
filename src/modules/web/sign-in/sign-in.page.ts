import { button, checkbox, field, form, hidden } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { ShownButton } from '../../../core/sign-in/sign-in-button.js';
import type { Frame } from '../../../platform/views/layout.js';

const ACTION = '/users/sign_in';

export interface SignInFacts {
  readonly frame: Frame;
  /** The return target; empty for the start page. */
  readonly rt: string;
  readonly login?: string;
  readonly reason?: string | undefined;
  /** Ways to sign in other than by password. */
  readonly buttons?: readonly ShownButton[];
  /** Whether any account may sign in by password. */
  readonly hasPasswords?: boolean;
}

/** Contract: oauth §2.1. */
export const signInPage = ({ frame, rt, login = '', reason, buttons = [], hasPasswords = true }: SignInFacts): Safe =>
  layout(
    { title: 'Sign in', frame: { ...frame, user: null }, narrow: true },
    html`<div class="card">
      <h1>Sign in</h1>
      ${reason === undefined ? NOTHING : html`<p class="alert" role="alert">${reason}</p>`}
      ${buttons.map(({ label, action }) =>
        form({ action, csrfToken: frame.csrfToken }, [
          hidden('rt', rt),
          button(label, hasPasswords ? 'plain' : 'primary'),
        ]),
      )}
      ${hasPasswords ? passwordForm(frame, rt, login) : NOTHING}
    </div>`,
  );

const passwordForm = (frame: Frame, rt: string, login: string): Safe =>
  form({ action: ACTION, csrfToken: frame.csrfToken }, [
    hidden('rt', rt),
    field({
      name: 'user[login]',
      label: 'Username or email',
      value: login,
      autocomplete: 'username',
      required: true,
      autofocus: login === '',
    }),
    field({
      name: 'user[password]',
      label: 'Password',
      type: 'password',
      autocomplete: 'current-password',
      required: true,
      autofocus: login !== '',
    }),
    checkbox({ name: 'user[remember_me]', label: 'Remember me' }),
    button('Sign in'),
  ]);

/** Contract: oauth §2.1, second factor on. */
export const secondFactorPage = ({ frame, rt, reason }: SignInFacts): Safe =>
  layout(
    { title: 'Two-factor authentication', frame, narrow: true },
    html`<div class="card">
      <h1>Two-factor authentication</h1>
      ${reason === undefined ? NOTHING : html`<p class="alert" role="alert">${reason}</p>`}
      ${form({ action: ACTION, csrfToken: frame.csrfToken }, [
        hidden('rt', rt),
        field({
          name: 'user[otp_attempt]',
          label: 'Code',
          autocomplete: 'one-time-code',
          hint: 'From your authenticator app, or one of your backup codes.',
          required: true,
          autofocus: true,
        }),
        button('Verify'),
      ])}
      <p class="hint"><a href="/users/sign_in?rt=${rt}">Sign in with another account</a></p>
    </div>`,
  );
