import type { IncomingMessage } from 'node:http';
import type { Visit } from './visit.js';

const visits = new WeakMap<IncomingMessage, Visit>();

export function rememberVisit(request: IncomingMessage, visit: Visit): void {
  visits.set(request, visit);
}

/** The visit of a request for a page. */
export function visitOf(request: IncomingMessage): Visit {
  const visit = visits.get(request);
  if (!visit) {
    throw new Error('This route is no page: its controller lacks @PageController.');
  }
  return visit;
}

/** Null when the request was refused before its session was looked at. */
export const visitOrNull = (request: IncomingMessage): Visit | null => visits.get(request) ?? null;

/** Whether the answer is for a program rather than for a person. */
export function wantsJson({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const accept = headers.accept ?? '';
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
}
