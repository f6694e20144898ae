import { found, page, seeOther } from '../../../platform/views/web-answer.js';
import type { Frame } from '../../../platform/views/layout.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { cspSourceOf, withParams } from '../applications/redirect-uri.js';
import { sentenceOf } from '../oauth-errors.js';
import type { OauthErrorCode } from '../oauth-errors.js';
import type { ResponseTarget } from './authorization-request.js';
import { formPostPage } from './form-post.page.js';

export type Outcome = { readonly code: string } | { readonly error: OauthErrorCode };

/** The parameters that are returned to the application (contract: oauth §4, RFC 9207). */
export const answerParams = ({ state }: ResponseTarget, outcome: Outcome, issuer: string): Record<string, string> => ({
  ...('code' in outcome
    ? { code: outcome.code }
    : { error: outcome.error, error_description: sentenceOf(outcome.error) }),
  ...(state === undefined ? {} : { state }),
  iss: issuer,
});

export interface Delivery {
  readonly frame: Frame;
  readonly afterPost: boolean;
}

/** Sends the browser back to the application, by a redirect or by a page whose script submits a form. */
export function returnTo(
  to: ResponseTarget,
  params: Readonly<Record<string, string>>,
  { frame, afterPost }: Delivery,
): WebAnswer {
  if (to.mode === 'form_post') {
    return page(formPostPage(to.redirectUri, params, frame), {
      formTargets: [cspSourceOf(to.redirectUri)],
      scripted: true,
      referrer: 'no-referrer',
    });
  }
  const address = withParams(to.redirectUri, params);
  return afterPost ? seeOther(address) : found(address);
}
