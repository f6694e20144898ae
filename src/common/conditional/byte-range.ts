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
