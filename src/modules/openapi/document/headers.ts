import { reference } from './document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';

const header = (description: string, type: 'integer' | 'string' = 'string', example?: unknown): JsonObject => ({
  description,
  schema: { type },
  ...(example === undefined ? {} : { example }),
});

/** Headers of answers (contract: conventions §9, §11, §13, §14). */
export const HEADERS = {
  Link: header(
    'Addresses of the previous, next, first and last page, as far as they exist.',
    'string',
    '<https://slipway.example/api/v4/projects?page=2&per_page=20>; rel="next"',
  ),
  'X-Page': header('Number of this page.', 'integer', 1),
  'X-Per-Page': header('Rows on a page.', 'integer', 20),
  'X-Next-Page': header('Number of the next page; empty when there is none.', 'string', '2'),
  'X-Prev-Page': header('Number of the previous page; empty when there is none.', 'string', ''),
  'X-Total': header('Number of all rows; absent beyond 10,000.', 'integer', 42),
  'X-Total-Pages': header('Number of all pages; absent beyond 10,000 rows.', 'integer', 3),
  ETag: header('Validator for `If-None-Match` and `If-Match`; absent where the answer shows a secret.'),
  'Last-Modified': header('When the record was last changed.'),
  'Content-Range': header('Which bytes these are, or how many there are.', 'string', 'bytes 0-99/1234'),
  Location: header('Address of the operation that does the work.'),
  'Retry-After': header('Seconds after which a request may succeed.', 'integer', 60),
  'RateLimit-Limit': header('Requests in one window.', 'integer', 3600),
  'RateLimit-Observed': header('Requests of this window so far.', 'integer', 3601),
  'RateLimit-Remaining': header('Requests left in this window.', 'integer', 0),
  'RateLimit-Reset': header('End of the window in Unix seconds.', 'integer', 1_700_000_000),
  'RateLimit-Name': header('Name of the limit.'),
  'WWW-Authenticate': header('How to identify oneself.', 'string', 'Bearer realm="Slipway"'),
};

type HeaderName = keyof typeof HEADERS;

export const headers = (...names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, reference('headers', name)]));

export const PAGE_HEADERS = headers(
  ...(['Link', 'X-Page', 'X-Per-Page', 'X-Next-Page', 'X-Prev-Page', 'X-Total', 'X-Total-Pages', 'ETag'] as const),
);
