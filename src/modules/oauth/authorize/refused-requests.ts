import { ExplainedError } from '../../../platform/views/explained-error.js';
import { html } from '../../../platform/views/html.js';
import { bodyOf } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';

// Errors that are shown to the user instead of the application. Pages name the fault; JSON bodies contain the fixed
// sentence of the code (contract: oauth §1, §4).

/** A missing or repeated parameter without which only the user can be informed. */
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
