import { button, form, hidden } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';
import { seen } from '../../../platform/views/source-text.js';
import { hostOf } from '../applications/redirect-uri.js';
import { ownerText } from '../owner-text.js';
import { scopeList } from '../scope-list.js';
import { addressOf, AUTHORIZE_PATH } from './authorization-request.js';
import type { AuthorizationRequest } from './authorization-request.js';

/** Contains exactly two forms, approval first, and no other decision (contract: oauth §4). */
export function consentPage({ application, to, scopes, params }: AuthorizationRequest, frame: Frame): Safe {
  const fields = Object.entries(params).map(([name, value]) => hidden(name, value));
  const { csrfToken } = frame;
  return layout(
    { title: 'Authorize an application', frame: { ...frame, user: null }, narrow: true },
    html`<div class="card">
      <h1>Authorize ${seen(application.name)}?</h1>
      <p>
        <strong>${seen(application.name)}</strong> ${ownerText(application)} wants to act for you,
        <strong>@${frame.user?.username}</strong>.
      </p>
      <p>It asks to:</p>
      ${scopeList(scopes)}
      <p class="hint">You will be sent to <strong>${hostOf(to.redirectUri)}</strong>.</p>
      <div class="pair">
        ${form({ action: AUTHORIZE_PATH, csrfToken, className: '' }, [fields, button('Authorize')])}
        ${form({ action: AUTHORIZE_PATH, csrfToken, method: 'delete', className: '' }, [fields, button('Deny', 'plain')])}
      </div>
      <p class="hint"><a href="${switchAddress(params)}">Sign in with another account</a></p>
    </div>`,
  );
}

/**
 * The address of the same request with a new sign-in, and with the other account's consent if the request demanded
 * consent.
 */
function switchAddress(params: Readonly<Record<string, string>>): string {
  const wanted = (params.prompt ?? '').split(' ');
  return addressOf({ ...params, prompt: wanted.includes('consent') ? 'login consent' : 'login' });
}
