import type { IncomingMessage } from 'node:http';
import type { WebContext } from './web-context.js';

const webContexts = new WeakMap<IncomingMessage, WebContext>();

/** Stores the web context of a request for its controller. */
export function rememberWebContext(request: IncomingMessage, web: WebContext): void {
  webContexts.set(request, web);
}

/** Returns the web context of a page request. */
export function webContextOf(request: IncomingMessage): WebContext {
  const web = webContexts.get(request);
  if (!web) {
    throw new Error('This route is no page: its controller lacks @PageController.');
  }
  return web;
}

/** Null when the request was refused before its session was read. */
export const webContextOrNull = (request: IncomingMessage): WebContext | null => webContexts.get(request) ?? null;

/** Whether the answer should be HTML for a person. */
export const wantsHtml = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /\btext\/html\b/i.test(headers.accept ?? '');

/** Whether the answer should be JSON for a program. */
export function wantsJson({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return /\bapplication\/json\b/i.test(headers.accept ?? '') && !wantsHtml({ headers });
}
