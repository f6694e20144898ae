import type { ServerResponse } from 'node:http';
import type { Safe } from './html.js';

interface PagePolicy {
  /** Additional targets of this page's forms, for `form-action` of its content security policy. */
  readonly formTargets?: readonly string[];
  /** Whether the page uses one of our own scripts. */
  readonly scripted?: boolean;
  /** A third-party widget, and the origins of its scripts and frames. */
  readonly widget?: { readonly scripts: readonly string[]; readonly frames: readonly string[] };
  /** `no-referrer` when the URL must not be sent even to our own pages. */
  readonly referrer?: 'no-referrer' | 'same-origin';
}

export interface PageOptions extends PagePolicy {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer for browsers: a page or a redirect. */
export class WebAnswer {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly content: string | Buffer = '',
  ) {}

  write(response: ServerResponse): void {
    Object.entries(this.headers).forEach(([name, value]) => response.setHeader(name, value));
    if (this.status !== 204) {
      response.setHeader('Content-Length', Buffer.byteLength(this.content));
    }
    response.writeHead(this.status).end(this.content);
  }
}

/** Pages may not be framed, cached or embedded by others (contract: oauth §4). */
const policyOf = ({ formTargets = [], scripted = false, widget }: PagePolicy): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(scripted ? ["script-src 'self'"] : []),
    ...(widget ? [`script-src ${widget.scripts.join(' ')}`, `frame-src ${widget.frames.join(' ')}`] : []),
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

export const page = (content: Safe, { status = 200, headers = {}, ...policy }: PageOptions = {}): WebAnswer =>
  new WebAnswer(
    status,
    {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(policy),
      'Referrer-Policy': policy.referrer ?? 'same-origin',
      'X-Frame-Options': 'DENY',
      'Cache-Control': 'no-store',
      ...headers,
    },
    content.toString(),
  );

const NOT_KEPT = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const;

/** Headers are ASCII; other characters of a URL are escaped. */
const inHeader = (to: string): string => to.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text));

/** Redirect after a GET. */
export const found = (to: string): WebAnswer => new WebAnswer(302, { Location: inHeader(to), ...NOT_KEPT });

/** Redirect after a POST: the browser continues with GET. */
export const seeOther = (to: string): WebAnswer => new WebAnswer(303, { Location: inHeader(to), ...NOT_KEPT });
