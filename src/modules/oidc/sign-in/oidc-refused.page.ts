import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';
import type { OidcRefusal } from './oidc-refusal.js';

export interface RefusedFacts {
  readonly refusal: OidcRefusal;
  readonly provider: string;
  readonly requestId: string;
}

/** One sentence, and the request id to quote when asking for help (contract: scim-graphql §C1.2). */
export const refusedPage = ({ refusal, provider, requestId }: RefusedFacts, frame: Frame): Safe =>
  layout(
    { title: 'You are not signed in', frame, narrow: true },
    html`<div class="card">
      <h1>You are not signed in</h1>
      <p class="alert" role="alert">${refusal.message}</p>
      <p class="muted">${provider} · request ${requestId}</p>
      <p class="actions"><a class="button" href="/users/sign_in">Back to sign-in</a></p>
    </div>`,
  );
