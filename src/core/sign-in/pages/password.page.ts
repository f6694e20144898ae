import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, field, form } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { profileLayout } from '../../../platform/views/profile-layout.js';

interface PasswordFacts {
  readonly frame: Frame;
  readonly errors?: FieldErrors;
  readonly notice?: string;
}

export const passwordPage = ({ frame, errors = {}, notice }: PasswordFacts): Safe =>
  profileLayout(
    { title: 'Password', frame, notice },
    html`<div class="card">
      ${form({ action: '/-/profile/password', csrfToken: frame.csrfToken }, [
        field({
          name: 'current_password',
          label: 'Current password',
          type: 'password',
          autocomplete: 'current-password',
          errors: errors.current_password ?? [],
          required: true,
        }),
        field({
          name: 'password',
          label: 'New password',
          type: 'password',
          autocomplete: 'new-password',
          errors: errors.password ?? [],
          hint: 'At least 8 characters. You are signed out of all other sessions.',
          required: true,
        }),
        field({
          name: 'password_confirmation',
          label: 'Confirm new password',
          type: 'password',
          autocomplete: 'new-password',
          errors: errors.password_confirmation ?? [],
          required: true,
        }),
        html`<div class="actions">${button('Change password')}</div>`,
      ])}
    </div>`,
  );
