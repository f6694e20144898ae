import type { ApiError } from '../../common/errors/api-error.js';
import { html, NOTHING } from './html.js';
import type { Safe } from './html.js';
import { layout } from './layout.js';
import type { Frame } from './layout.js';

const TITLES: Readonly<Record<number, string>> = {
  400: 'This request cannot be read',
  401: 'Not known here',
  403: 'Not allowed',
  404: 'Page not found',
  409: 'This has changed meanwhile',
  413: 'Too much at once',
  415: 'This kind of content is not taken here',
  422: 'This page has expired',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'The service is not available',
};

const ADVICE: Readonly<Record<number, string>> = {
  404: 'There is nothing at this address, or it is not for you to see.',
  422: 'Nothing was changed. Go back, reload the page and try again.',
  429: 'Wait a moment and try again.',
  500: 'The fault is ours and was noted. Try again, or come back later.',
  503: 'Try again in a few seconds.',
};

/** The page for a refusal; it says no more than the refusal does. */
export function errorPage(error: ApiError, frame: Frame): Safe {
  const { message, error_description: description } = error.body;
  const byProtocol = typeof description === 'string' && message === undefined;
  const title = byProtocol ? 'The application asked wrongly' : (TITLES[error.status] ?? 'This did not work');
  const said = byProtocol ? description : typeof message === 'string' ? message : '';
  return layout(
    { title, frame, narrow: true },
    html`<div class="card">
      <h1>${title}</h1>
      <p>${(byProtocol ? undefined : ADVICE[error.status]) ?? said.replace(/^\d{3} [\w ()]+ - /, '')}</p>
      ${byProtocol ? html`<p>Nothing was given to it. Tell its developer.</p>` : NOTHING}
      <p class="muted">Status ${error.status}</p>
      <p><a href="/">To the start page</a></p>
    </div>`,
  );
}
