import { preconditionOf } from './precondition.js';

const NOON = 'Sat, 21 Nov 2026 12:00:00 GMT';
const of = (headers: Record<string, string>, method = 'PUT') => preconditionOf({ method, headers });
const seen = (etag: string | undefined, lastModified?: string) => ({ etag, lastModified });

describe('preconditionOf', () => {
  it('demands nothing of requests without conditional headers, of POST, and of dates that cannot be read', () => {
    expect(of({})).toBeUndefined();
    expect(of({ 'if-match': '"a"' }, 'POST')).toBeUndefined();
    expect(of({ 'if-unmodified-since': 'soon' })).toBeUndefined();
  });

  it.each([
    ['"a"', '"a"', true],
    ['"b", "a"', '"a"', true],
    ['"b"', '"a"', false],
    ['W/"a"', '"a"', false],
    ['W/"a"', 'W/"a"', false],
    ['*', '"a"', true],
    ['*', undefined, true],
    ['"a"', undefined, false],
  ])('If-Match %s against %s: %s', (header, etag, passes) => {
    expect(of({ 'if-match': header })?.(seen(etag))).toBe(passes);
  });

  it('wants a record for If-Match alone', () => {
    expect(of({ 'if-match': '*' })?.(null)).toBe(false);
    expect(of({ 'if-match': '"a"' })?.(null)).toBe(false);
    expect(of({ 'if-unmodified-since': NOON })?.(null)).toBe(true);
  });

  it('compares If-Unmodified-Since only without If-Match, in whole seconds', () => {
    const since = { 'if-unmodified-since': NOON };

    expect(of(since)?.(seen(undefined, NOON))).toBe(true);
    expect(of(since)?.(seen(undefined, 'Sat, 21 Nov 2026 12:00:01 GMT'))).toBe(false);
    expect(of(since)?.(seen('"a"'))).toBe(true);
    expect(of({ ...since, 'if-match': '"a"' })?.(seen('"a"', 'Sat, 21 Nov 2026 12:00:01 GMT'))).toBe(true);
  });
});
