import { button, form, hidden } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';

export type SignInLinkFacts = { readonly token: string } | { readonly isDead: true };

export const signInLinkPage = (facts: SignInLinkFacts, frame: Frame): Safe =>
  layout(
    { title: 'Sign in', frame: { ...frame, user: null }, narrow: true },
    html`<div class="card">
      <h1>Sign in</h1>
      ${
        'isDead' in facts
          ? html`<p>This link was used already, or it has expired. Print a new one.</p>`
          : form({ action: '/users/sign_in/link', csrfToken: frame.csrfToken }, [
              hidden('token', facts.token),
              button('Sign in'),
            ])
      }
    </div>`,
  );
