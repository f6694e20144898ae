import type { IncomingMessage } from 'node:http';
import { matchesStrongly, unmodifiedSince } from '../../../common/conditional/etag.js';
import { headerTime } from '../../../common/conditional/header-time.js';

/** Validators of a record as a GET of it answers them. */
export interface Validators {
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/** Whether a record with these validators may be changed; null means that it does not exist yet. */
export type Precondition = (validators: Validators | null) => boolean;

const VERBS = new Set(['PUT', 'PATCH', 'DELETE']);

/**
 * Returns the condition that `If-Match`, or without it `If-Unmodified-Since`, sets for this write; undefined without
 * both (contract: conventions §11).
 */
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
