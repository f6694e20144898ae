import type { PendingSecret, TwoFactorState } from '../two-factor.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, field, form } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { qrPicture } from '../../../platform/views/qr-picture.js';
import { profileLayout } from '../../../platform/views/profile-layout.js';

const BASE = '/-/profile/two_factor';
const TITLE = 'Two-factor authentication';

interface Facts {
  readonly frame: Frame;
  readonly errors?: FieldErrors;
  readonly notice?: string;
}

const passwordField = (errors: readonly string[] = []): Safe =>
  field({
    name: 'password',
    label: 'Current password',
    type: 'password',
    autocomplete: 'current-password',
    errors,
    required: true,
  });

/** When it is off: how to enable it. When it is on: how many backup codes are left, and how to disable it. */
export function statePage(state: TwoFactorState, { frame, errors = {}, notice }: Facts): Safe {
  const { csrfToken } = frame;
  const content = state.isEnabled
    ? html`<p>
          <span class="tag">on</span> Signing in takes a code beside your password. You have
          <strong>${state.backupCodesLeft}</strong> backup codes left.
        </p>
        ${form({ action: `${BASE}/disable`, csrfToken }, [
          passwordField(errors.password),
          html`<div class="actions">${button('Turn off', 'danger')}</div>`,
        ])}`
    : html`<p>With two-factor authentication, signing in needs a code from your phone in addition to your password.</p>
        ${form({ action: BASE, csrfToken }, [
          passwordField(errors.password),
          html`<div class="actions">${button('Turn on')}</div>`,
        ])}`;
  return profileLayout({ title: TITLE, frame, notice }, html`<div class="card">${content}</div>`);
}

const groupedByFour = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ');

/** Shows the secret for the authenticator app until a code proves that it was added there. */
export const pendingPage = ({ secret, uri }: PendingSecret, { frame, errors = {} }: Facts): Safe =>
  profileLayout(
    { title: TITLE, frame },
    html`<div class="card">
      <p>
        Scan the QR code with your authenticator app, open the link if the app is on this device, or enter the key
        manually.
      </p>
      ${qrPicture(uri, 'QR code of the link below')}
      <dl class="facts">
        <dt>Key</dt>
        <dd class="secret"><code id="two-factor-secret">${groupedByFour(secret)}</code></dd>
        <dt>Link</dt>
        <dd><a id="two-factor-uri" href="${uri}">Open in the authenticator app</a></dd>
        <dt>Form</dt>
        <dd>time-based, 6 digits, 30 seconds, SHA-1</dd>
      </dl>
      ${form({ action: `${BASE}/confirm`, csrfToken: frame.csrfToken }, [
        field({
          name: 'code',
          label: 'Current code',
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          errors: errors.code ?? [],
          required: true,
          autofocus: true,
        }),
        html`<div class="actions">${button('Confirm')}</div>`,
      ])}
    </div>`,
  );

/** Shown only once. */
export const backupCodesPage = (codes: readonly string[], frame: Frame): Safe =>
  profileLayout(
    { title: TITLE, frame, notice: 'Two-factor authentication is on.' },
    html`<div class="card">
      <h2>Your backup codes</h2>
      <p>Each code works once, in case you lose access to your phone. Keep them safe: they are shown only once.</p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code class="backup-code">${code}</code></li>`)}
      </ul>
      <p><a class="button primary" href="${BASE}">I have saved them</a></p>
    </div>`,
  );
