import type { IncomingMessage } from 'node:http';

/** What a client requests of a blob: all of it, a part, or a part that does not exist. */
export type AskedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'outside' };

const WHOLE: AskedRange = { kind: 'whole' };
const OUTSIDE: AskedRange = { kind: 'outside' };
const SINGLE = /^bytes\s*=\s*(?:(\d+)\s*)?-\s*(\d*)$/i;

/**
 * Parses a `Range` header for a blob of this size; several ranges and other units mean the whole (contract: registry
 * §6).
 */
export function readByteRange(header: string | undefined, size: number): AskedRange {
  const [, first = '', last = ''] = SINGLE.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') {
    return WHOLE;
  }
  if (first === '') {
    return part(Math.max(0, size - Number(last)), size - 1, size);
  }
  return part(Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1), size);
}

const part = (start: number, end: number, size: number): AskedRange =>
  start < size && start <= end ? { kind: 'part', start, end } : OUTSIDE;

/** The part of a blob in an answer, and the headers that describe it. */
export interface AnsweredPart {
  readonly status: 200 | 206;
  /** Undefined for the whole blob. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
  readonly headers: Readonly<Record<string, string | number>>;
}

/**
 * Returns the answer to a GET or HEAD of a blob of this size; null when the range lies outside, which is a 416. A HEAD
 * always refers to the whole; so does a range with an outdated `If-Range`.
 */
export function answeredPart(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  etag: string,
  size: number,
): AnsweredPart | null {
  const { range: asked, 'if-range': condition } = headers;
  const asksForWhole = method === 'HEAD' || (condition !== undefined && condition !== etag);
  const range = readByteRange(asksForWhole ? undefined : asked, size);
  switch (range.kind) {
    case 'outside':
      return null;
    case 'whole':
      return { status: 200, range: undefined, headers: { 'Content-Length': size } };
    case 'part': {
      const { start, end } = range;
      const partHeaders = { 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': end - start + 1 };
      return { status: 206, range: { start, end }, headers: partHeaders };
    }
  }
}
