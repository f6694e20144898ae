import { percentDecoded } from '../text/percent-decoded.js';
import type { PagePosition } from './page.js';

/** Credentials are never repeated in links (contract: conventions §9). */
const CREDENTIALS = new Set(['private_token', 'access_token', 'job_token']);

/**
 * Node's client rejects an answer with headers longer than 16 KiB: a target of 8,192 bytes is served (contract:
 * conventions §3.5), but not repeated four times.
 */
const MAX_LINK_BYTES = 14_000;

type Rel = 'prev' | 'next' | 'first' | 'last';

interface PageLink {
  readonly rel: Rel;
  readonly text: string;
}

/** Clients need `next` to continue, so it comes first. */
const BY_IMPORTANCE: readonly Rel[] = ['next', 'prev', 'first', 'last'];

/**
 * Returns the headers of a page. `baseUrl` is the public origin, `target` the request target as sent, so that `Host`
 * and forwarding headers have no influence (contract: conventions §9, §10).
 */
export function pageHeaders(position: PagePosition, baseUrl: string, target: string): Record<string, string> {
  const link = linkBuilder(baseUrl, target);
  if (position.kind === 'keyset') {
    return position.next ? { Link: `<${link(position.next)}>; rel="next"` } : {};
  }
  return offsetHeaders(position, link);
}

type LinkBuilder = (set: Readonly<Record<string, string>>) => string;

function offsetHeaders(position: Extract<PagePosition, { kind: 'offset' }>, link: LinkBuilder): Record<string, string> {
  const { request, total, hasNext, isEmpty } = position;
  const { page, perPage } = request;
  const lastPage = total === null ? null : Math.max(1, Math.ceil(total / perPage));
  const hasPrevious = page > 1 && (lastPage === null ? !isEmpty : page <= lastPage);
  const to = (target: number, rel: Rel): PageLink => ({
    rel,
    text: `<${link({ page: String(target), per_page: String(perPage) })}>; rel="${rel}"`,
  });
  const links = [
    ...(hasPrevious ? [to(page - 1, 'prev')] : []),
    ...(hasNext ? [to(page + 1, 'next')] : []),
    to(1, 'first'),
    ...(lastPage === null ? [] : [to(lastPage, 'last')]),
  ];
  return {
    Link: fitting(links)
      .map(({ text }) => text)
      .join(', '),
    'X-Page': String(page),
    'X-Per-Page': String(perPage),
    'X-Next-Page': hasNext ? String(page + 1) : '',
    'X-Prev-Page': hasPrevious ? String(page - 1) : '',
    ...(lastPage === null ? {} : { 'X-Total': String(total), 'X-Total-Pages': String(lastPage) }),
  };
}

/**
 * Returns the links that fit into the header together; each repeats the whole query, which may be as long as a request
 * target.
 */
function fitting(links: readonly PageLink[]): readonly PageLink[] {
  const kept = new Set<Rel>();
  let room = MAX_LINK_BYTES;
  for (const { rel, text } of BY_IMPORTANCE.flatMap((wanted) => links.filter((link) => link.rel === wanted))) {
    if (text.length <= room) {
      kept.add(rel);
      room -= text.length;
    }
  }
  return links.filter(({ rel }) => kept.has(rel));
}

/** Some clients send these unescaped; in the header they would end a URL and begin another. */
const DELIMITERS = /["<>]/g;

/**
 * Keeps the path and every parameter as the client sent it, except for URL delimiters of the header; parameters in
 * `set` are appended in place of existing ones with the same name.
 */
function linkBuilder(baseUrl: string, target: string): LinkBuilder {
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  const sent = question < 0 ? [] : target.slice(question + 1).split('&');
  const encoded = (text: string): string => text.replace(DELIMITERS, encodeURIComponent);
  return (set) => {
    const kept = sent.filter((pair) => pair !== '' && !replaced(pair, set));
    const added = Object.entries(set).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return `${baseUrl}${encoded(`${path}?${[...kept, ...added].join('&')}`)}`;
  };
}

function replaced(pair: string, set: Readonly<Record<string, string>>): boolean {
  const raw = pair.split('=', 1)[0] ?? '';
  const name = raw.includes('%') ? percentDecoded(raw) : raw;
  return Object.hasOwn(set, name) || CREDENTIALS.has(name);
}
