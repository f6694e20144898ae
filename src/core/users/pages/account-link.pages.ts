import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, field, form, hidden } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';

const card = (title: string, frame: Frame, content: Insert): Safe =>
  layout(
    { title, frame, narrow: true },
    html`<div class="card">
      <h1>${title}</h1>
      ${content}
    </div>`,
  );

/** Has a button, because mail clients open links by themselves. */
export const confirmationPage = (token: string, frame: Frame): Safe =>
  card(
    'Confirm your e-mail address',
    frame,
    form({ action: '/users/confirmation', csrfToken: frame.csrfToken }, [hidden('token', token), button('Confirm')]),
  );

export const newPasswordPage = (token: string, frame: Frame, errors: FieldErrors = {}): Safe =>
  card(
    'Choose a new password',
    frame,
    form({ action: '/users/password/edit', csrfToken: frame.csrfToken }, [
      hidden('token', token),
      field({
        name: 'password',
        label: 'New password',
        type: 'password',
        autocomplete: 'new-password',
        errors: errors.password ?? [],
        hint: 'At least 8 characters. You are signed out of all sessions.',
        required: true,
      }),
      button('Save password'),
    ]),
  );

export const donePage = (frame: Frame, text: string): Safe =>
  card(
    'Done',
    frame,
    html`<p>${text}</p>
      <p class="actions"><a class="button primary" href="/users/sign_in">Sign in</a></p>`,
  );

export const deadLinkPage = (frame: Frame): Safe =>
  card('This link is no longer valid', frame, html`<p>It was used already, or it has expired. Request a new one.</p>`);
