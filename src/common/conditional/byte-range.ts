import type { IncomingMessage } from 'node:http';

/** What a client asked for of a blob: all of it, a part, or something that is not there. */
export type AskedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'outside' };

const WHOLE: AskedRange = { kind: 'whole' };
const OUTSIDE: AskedRange = { kind: 'outside' };
const SINGLE = /^bytes\s*=\s*(?:(\d+)\s*)?-\s*(\d*)$/i;

/** Reads a `Range` header for a blob of that size; several ranges and other units give the whole (contract: registry §6). */
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

/** What of some bytes an answer holds, and how it says so. */
export interface AnsweredPart {
  readonly status: 200 | 206;
  /** Undefined for the whole. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
  readonly headers: Readonly<Record<string, string | number>>;
}

/**
 * What a GET or HEAD of so many bytes is answered with; null where the range lies outside, which is a 416. A HEAD is about
 * the whole; an `If-Range` that does not hold asks for the whole again.
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
