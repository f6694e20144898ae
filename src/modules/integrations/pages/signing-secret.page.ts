import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { fact } from '../../../platform/views/fact.js';
import { button, form } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { secretCard } from '../../../platform/views/secret-card.js';
import type { SigningState } from '../deliveries/signing-secrets.service.js';
import { integrationAddress, INTEGRATIONS_TAB, signingSecretAddress } from './integration-addresses.js';
import type { KindPageContext } from './integration-pages.service.js';

interface SigningFacts {
  readonly state: SigningState;
  /** The secret that was just created. */
  readonly created: string | undefined;
  readonly frame: Frame;
}

/** Shows whether deliveries are signed and by which secrets, and how to change that; no secret is shown twice. */
export function signingSecretPage(context: KindPageContext, { state, created, frame }: SigningFacts): Safe {
  const { kind } = context;
  return context.page(
    {
      tab: INTEGRATIONS_TAB.name,
      title: `Signing secret of ${kind.title}`,
      ...(created === undefined ? {} : { notice: 'The signing secret was created.' }),
    },
    html`<h1>Signing secret of <a href="${integrationAddress(context, kind.slug)}">${kind.title}</a></h1>
      ${created === undefined ? NOTHING : secretCard('signing-secret', created)}
      <div class="card">
        <p class="muted">
          Deliveries carry a <code>webhook-signature</code>, by which the receiver knows that they come from here and
          were not changed.
        </p>
        <dl class="facts">
          ${fact('Signing secret', state.isSet ? 'set' : 'not set')}
          ${
            state.previousValidUntil !== null &&
            fact('Previous secret', html`signs as well until ${moment(state.previousValidUntil)}`)
          }
        </dl>
        ${acts(context, state, frame)}
      </div>`,
  );
}

function acts(context: KindPageContext, { isSet }: SigningState, { csrfToken }: Frame): Safe {
  const action = signingSecretAddress(context, context.kind.slug);
  const rotation = `${action}?rotate`; // dialogs on a page are distinguished by their URLs
  return isSet
    ? html`<div class="actions">
        ${confirmedForm({
          action: rotation,
          csrfToken,
          label: 'Rotate',
          tone: 'plain',
          question: 'Rotate the signing secret?',
          consequence:
            'A new secret is shown once. For 24 hours deliveries are signed with both; a secret that was previous ends now.',
        })}
        ${confirmedForm({
          action,
          csrfToken,
          method: 'delete',
          label: 'Remove',
          question: 'Remove the signing secret?',
          consequence: 'Deliveries are not signed any more, not with a previous secret either. This cannot be undone.',
        })}
      </div>`
    : form({ action, csrfToken }, html`<div class="actions">${button('Create signing secret')}</div>`);
}
