import type { Page } from '../../common/pagination/page.js';
import type { OffsetRequest } from '../../common/pagination/page-request.js';
import type { RawParams } from '../../common/params/form-encoding.js';
import { html, NOTHING } from './html.js';
import type { Safe } from './html.js';

const PER_PAGE = 20;
const MAX_PAGE = 10_000;

/** Returns the requested page of a list; the first for an invalid number. */
export function pageIn({ page }: RawParams): OffsetRequest {
  const number = typeof page === 'string' && /^\d{1,6}$/.test(page) ? Number(page) : 1;
  return { kind: 'offset', page: Math.min(Math.max(number, 1), MAX_PAGE), perPage: PER_PAGE };
}

/** Links to the previous and the next page; empty for a list of one page. */
export function pager({ position }: Page<unknown>, path: string, query: Readonly<Record<string, string>> = {}): Safe {
  if (position.kind !== 'offset' || (position.request.page === 1 && !position.hasNext)) {
    return NOTHING;
  }
  const { page } = position.request;
  const to = (number: number): string =>
    `${path}?${new URLSearchParams({ ...query, page: String(number) }).toString()}`;
  return html`<nav class="pager" aria-label="List pages">
    ${page > 1 ? html`<a rel="prev" href="${to(page - 1)}">Previous</a>` : html`<span></span>`}
    <span class="muted">Page ${page}</span>
    ${position.hasNext ? html`<a rel="next" href="${to(page + 1)}">Next</a>` : html`<span></span>`}
  </nav>`;
}
