import type { IncomingMessage } from 'node:http';
import { matchesStrongly, unmodifiedSince } from '../../../common/conditional/etag.js';
import { headerTime } from '../../../common/conditional/header-time.js';

/** The validators of a record as a GET of it shows them. */
export interface Validators {
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/** Whether the record may be changed in the state that its validators tell; null where there is none yet. */
export type Precondition = (validators: Validators | null) => boolean;

const VERBS = new Set(['PUT', 'PATCH', 'DELETE']);

/** What `If-Match`, else `If-Unmodified-Since`, demands of this write; undefined when nothing (contract: conventions §11). */
export function preconditionOf({
  method = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): Precondition | undefined {
  if (!VERBS.has(method)) {
    return undefined;
  }
  const { 'if-match': tags, 'if-unmodified-since': limit } = headers;
  if (tags !== undefined) {
    return (validators) => validators !== null && matchesStrongly(tags, validators.etag ?? '');
  }
  if (limit === undefined || Number.isNaN(headerTime(limit))) {
    return undefined;
  }
  return (validators) =>
    validators?.lastModified === undefined || unmodifiedSince(limit, new Date(validators.lastModified));
}
