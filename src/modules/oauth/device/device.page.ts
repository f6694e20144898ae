import { button, field, form, hidden } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';
import { seen } from '../../../platform/views/source-text.js';
import { ownerText } from '../owner-text.js';
import { scopeList } from '../scope-list.js';
import { DEVICE_PATH, deviceAddressOf } from './device-address.js';
import type { PendingDevice } from './device-authorization.service.js';

/** The address of the same page with a new sign-in. */
const switchAddress = (userCode: string): string => `${deviceAddressOf(userCode)}&prompt=login`;

interface CodeFacts {
  readonly frame: Frame;
  readonly userCode: string;
  readonly errors?: readonly string[];
}

export const codePage = ({ frame, userCode, errors = [] }: CodeFacts): Safe =>
  layout(
    { title: 'Connect a device', frame, narrow: true },
    html`<div class="card">
      <h1>Connect a device</h1>
      ${form({ action: DEVICE_PATH, csrfToken: frame.csrfToken }, [
        field({
          name: 'user_code',
          label: 'Code shown on your device',
          value: userCode,
          errors,
          hint: 'Eight letters. Continue only if you started this request yourself.',
          required: true,
          autofocus: true,
        }),
        button('Continue'),
      ])}
    </div>`,
  );

type DecisionFacts = PendingDevice & { readonly frame: Frame; readonly userCode: string };

/** Corresponds to the consent page (contract: oauth §14.6). */
export const decisionPage = ({ frame, userCode, application, request }: DecisionFacts): Safe => {
  const code = hidden('user_code', userCode);
  const options = { action: DEVICE_PATH, csrfToken: frame.csrfToken, className: '' };
  return layout(
    { title: 'Connect a device', frame: { ...frame, user: null }, narrow: true },
    html`<div class="card">
      <h1>Authorize ${seen(application.name)}?</h1>
      <p>
        <strong>${seen(application.name)}</strong> ${ownerText(application)} wants to act for you,
        <strong>@${frame.user?.username}</strong>, on a device with the code <strong>${userCode}</strong>.
      </p>
      <p>It asks to:</p>
      ${scopeList(request.scopes)}
      <div class="pair">
        ${form(options, [code, hidden('decision', 'approve'), button('Authorize')])}
        ${form({ ...options, method: 'delete' }, [code, button('Deny', 'plain')])}
      </div>
      <p class="hint"><a href="${switchAddress(userCode)}">Sign in with another account</a></p>
    </div>`,
  );
};

export const decidedPage = (frame: Frame, isApproved: boolean): Safe =>
  layout(
    { title: 'Connect a device', frame, narrow: true },
    html`<div class="card">
      <h1>${isApproved ? 'The device is connected' : 'The device was refused'}</h1>
      <p>You can close this page${isApproved ? ' and go back to the device' : ''}.</p>
    </div>`,
  );
