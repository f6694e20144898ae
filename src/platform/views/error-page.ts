import type { ApiError } from '../../common/errors/api-error.js';
import { ExplainedError } from './explained-error.js';
import { html, NOTHING } from './html.js';
import type { Safe } from './html.js';
import { layout } from './layout.js';
import type { Frame } from './layout.js';

const TITLES: Readonly<Record<number, string>> = {
  400: 'This request cannot be read',
  401: 'Sign-in required',
  403: 'Not allowed',
  404: 'Page not found',
  409: 'Conflict: this has changed in the meantime',
  413: 'Content too large',
  415: 'Unsupported content type',
  422: 'This page has expired',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'The service is not available',
};

const ADVICE: Readonly<Record<number, string>> = {
  404: 'The page does not exist, or you do not have permission to see it.',
  422: 'Nothing was changed. Go back, reload the page and try again.',
  429: 'Wait a moment and try again.',
  500: 'The error was logged. Try again later.',
  503: 'Try again in a few seconds.',
};

/** The page of an error; it shows only the error's own text, or its explanation for people if it has one. */
export function errorPage(error: ApiError, frame: Frame): Safe {
  const { message, error_description: description } = error.body;
  const byProtocol = typeof description === 'string' && message === undefined;
  const faults = faultsIn(message);
  const title = byProtocol ? 'Invalid request from the application' : titleOf(error.status, faults);
  const said = byProtocol ? description : typeof message === 'string' ? message : faults.join('. ');
  return layout(
    { title, frame, narrow: true },
    html`<div class="card">
      <h1>${title}</h1>
      <p>
        ${
          error instanceof ExplainedError
            ? error.explanation
            : ((byProtocol ? undefined : ADVICE[error.status]) ?? said.replace(/^\d{3} [\w ()]+ - /, ''))
        }
      </p>
      ${byProtocol ? html`<p>It received nothing. Contact its developer.</p>` : NOTHING}
      <p class="muted">Status ${error.status}</p>
      <p><a href="/">Back to the start page</a></p>
    </div>`,
  );
}

const titleOf = (status: number, faults: readonly string[]): string =>
  faults.length > 0 ? 'This cannot be done' : (TITLES[status] ?? 'The request failed');

/** Texts of field errors, for pages without a form. */
function faultsIn(message: unknown): readonly string[] {
  return typeof message === 'object' && message !== null
    ? Object.entries(message).flatMap(([field, texts]: [string, unknown]) =>
        [texts].flat().map((text) => `${field} ${String(text)}`),
      )
    : [];
}
