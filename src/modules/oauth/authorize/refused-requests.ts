import { ExplainedError } from '../../../platform/views/explained-error.js';
import { html } from '../../../platform/views/html.js';
import { bodyOf } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';

// What is told to the user and not to the application. Pages name what is wrong; bodies keep the fixed sentence of the
// code (contract: oauth §1, §4).

/** Of a parameter without which nobody can be told but the user. */
export const unusableParameter = (params: ProtocolParams, name: string): ExplainedError =>
  new ExplainedError(
    400,
    bodyOf('invalid_request'),
    html`The parameter <code>${name}</code> is ${params.isAmbiguous(name) ? 'repeated' : 'missing'}.`,
  );

export const unknownApplication = (uid: string): ExplainedError =>
  new ExplainedError(401, bodyOf('invalid_client'), html`No application has the ID <code>${uid}</code>.`);

export const unregisteredRedirect = (uri: string): ExplainedError =>
  new ExplainedError(
    400,
    bodyOf('invalid_request'),
    html`The redirect URI <code>${uri}</code> is not registered for this application.`,
  );
