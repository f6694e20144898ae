import { createHash } from 'node:crypto';
import { headerTime } from './header-time.js';

const digestOf = (body: string | Buffer): string => createHash('sha1').update(body).digest('base64url');

/** Validator of a single record: strong, over the body that this caller gets (contract: conventions §11). */
export const strongEtag = (body: string | Buffer): string => `"${digestOf(body)}"`;
export const weakEtag = (body: string | Buffer): string => `W/"${digestOf(body)}"`;

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Evaluates `If-None-Match`: weak comparison with a list of tags or `*`. A header of many tags is only split when it
 * may match.
 */
export function matchesWeakly(header: string, etag: string): boolean {
  const wanted = opaque(etag);
  return header.trim() === '*' || (header.includes(wanted) && header.split(',').some((tag) => opaque(tag) === wanted));
}

/** Evaluates `If-Match`: strong comparison; weak tags never match; `*` matches whatever exists. */
export function matchesStrongly(header: string, etag: string): boolean {
  if (header.trim() === '*') {
    return true;
  }
  return !etag.startsWith('W/') && header.split(',').some((tag) => tag.trim() === etag);
}

/**
 * Evaluates `If-Unmodified-Since` in whole seconds: false when the record changed later; an invalid date is ignored.
 */
export function unmodifiedSince(header: string, updatedAt: Date): boolean {
  const limit = headerTime(header);
  return Number.isNaN(limit) || Math.floor(updatedAt.getTime() / 1000) <= Math.floor(limit / 1000);
}
