import { ValidationErrors } from '../params/validation-errors.js';
import { readCursor, writeCursor } from './cursor.js';
import { pageHeaders } from './page-headers.js';
import { pageOf } from './page-of.js';
import { readPageRequest } from './page-request.js';

const BASE = 'https://slipway.example';
const read = (params: Record<string, unknown>): unknown => {
  const errors = new ValidationErrors();
  try {
    const request = readPageRequest(params, errors, 50_000);
    errors.refuseAny();
    return request;
  } catch (error) {
    return (error as { body: { message: unknown } }).body.message;
  }
};

describe('readPageRequest', () => {
  it('has defaults and a largest page', () => {
    expect(read({})).toEqual({ kind: 'offset', page: 1, perPage: 20, maxOffset: 50_000 });
    expect(read({ page: '', per_page: null })).toMatchObject({ page: 1, perPage: 20 });
    expect(read({ page: '3', per_page: '500' })).toMatchObject({ page: 3, perPage: 100 });
    expect(read({ pagination: 'offset', page: 2 })).toMatchObject({ kind: 'offset', page: 2 });
  });

  it('tells numbers that are too small from what is no number', () => {
    expect(read({ page: '0', per_page: 'x' })).toEqual({
      per_page: ['is invalid'],
      page: ['does not have a valid value'],
    });
  });

  it('requires order and direction for keyset pagination', () => {
    expect(read({ pagination: 'keyset' })).toBe('400 (Bad request) "order_by" not given');
    expect(read({ pagination: 'keyset', order_by: 'id' })).toBe('400 (Bad request) "sort" not given');
    expect(read({ pagination: 'keyset', order_by: 'id', sort: 'up' })).toEqual({
      sort: ['does not have a valid value'],
    });
    expect(read({ pagination: 'keyset', order_by: 'id', sort: 'desc', cursor: ['x'] })).toEqual({
      cursor: ['is invalid'],
    });
    expect(read({ pagination: 'keyset', order_by: 'id', sort: 'desc', cursor: '' })).toEqual({
      kind: 'keyset',
      perPage: 20,
      orderBy: 'id',
      sort: 'desc',
      cursor: undefined,
    });
  });
});

describe('pageHeaders', () => {
  const offset = (
    page: number,
    perPage: number,
    total: number | null,
    hasNext: boolean,
    target: string,
    isEmpty = false,
  ) =>
    pageHeaders({ kind: 'offset', request: { kind: 'offset', page, perPage }, total, hasNext, isEmpty }, BASE, target);

  it('links to the previous, next, first and last page, keeping all parameters but credentials', () => {
    const headers = offset(
      2,
      5,
      12,
      true,
      '/x%2Fy?a=%20b&page=2&private_token=s&per%5Fpage=5&c[]=1&access_token=s&job_token',
    );

    const url = (page: number) => `<${BASE}/x%2Fy?a=%20b&c[]=1&page=${page}&per_page=5>`;
    expect(headers).toEqual({
      Link: `${url(1)}; rel="prev", ${url(3)}; rel="next", ${url(1)}; rel="first", ${url(3)}; rel="last"`,
      'X-Page': '2',
      'X-Per-Page': '5',
      'X-Next-Page': '3',
      'X-Prev-Page': '1',
      'X-Total': '12',
      'X-Total-Pages': '3',
    });
  });

  it('ends no address by what a client sent, and keeps parameters that are called like members of every object', () => {
    const request = { kind: 'keyset', perPage: 5, orderBy: 'id', sort: 'asc', cursor: undefined } as const;
    const target = `/a>b?x=>;rel="next",<https://evil.example>&y={|}&toString=1`;

    expect(pageHeaders({ kind: 'keyset', request, next: { id_after: '7' } }, BASE, target)).toEqual({
      Link: `<${BASE}/a%3Eb?x=%3E;rel=%22next%22,%3Chttps://evil.example%3E&y={|}&toString=1&id_after=7>; rel="next"`,
    });
  });

  it('has one page for an empty list, and no totals for a long one', () => {
    expect(offset(1, 20, 0, false, '/x')).toMatchObject({ 'X-Total': '0', 'X-Total-Pages': '1', 'X-Next-Page': '' });
    const long = offset(600, 20, null, true, '/x');
    expect(long).not.toHaveProperty('X-Total');
    expect(long.Link).not.toContain('last');
    expect(long['X-Prev-Page']).toBe('599');
  });

  it('has no links to other pages beyond the end', () => {
    for (const total of [12, null]) {
      const headers = offset(9, 5, total, false, '/x', true);
      expect(headers).toMatchObject({ 'X-Page': '9', 'X-Prev-Page': '', 'X-Next-Page': '' });
      expect(headers.Link).not.toMatch(/prev|next/);
    }
  });

  it('leaves out the less important links of a query that is too long for four', () => {
    const relsFor = (length: number) =>
      [...(offset(2, 5, 20, true, `/x?a=${'a'.repeat(length)}`).Link ?? '').matchAll(/rel="(\w+)"/g)].map(
        ([, rel]) => rel,
      );

    expect(relsFor(3000)).toEqual(['prev', 'next', 'first', 'last']);
    expect(relsFor(4000)).toEqual(['prev', 'next', 'first']);
    expect(relsFor(8180)).toEqual(['next']);
  });

  it('links a keyset page to the next alone', () => {
    const request = { kind: 'keyset', perPage: 5, orderBy: 'id', sort: 'asc', cursor: undefined } as const;

    expect(pageHeaders({ kind: 'keyset', request, next: { id_after: '7' } }, BASE, '/x?id_after=2&a=1')).toEqual({
      Link: `<${BASE}/x?a=1&id_after=7>; rel="next"`,
    });
    expect(pageHeaders({ kind: 'keyset', request, next: undefined }, BASE, '/x')).toEqual({});
  });
});

describe('writeCursor() and readCursor()', () => {
  it('return the cursor for its own column', () => {
    for (const cursor of [
      { value: 'ä"b', id: 7 },
      { value: null, id: 'abc' },
      { value: 5, id: 1 },
    ]) {
      expect(readCursor('name', writeCursor('name', cursor))).toEqual(cursor);
    }
    expect(readCursor('id', writeCursor('id', { value: 7, id: 7 }))).toEqual({ value: 7, id: 7 });
    expect(Buffer.from(writeCursor('name', { value: 'x', id: 7 }), 'base64url').toString()).toBe(
      '{"name":"x","id":7,"_kd":"n"}',
    );
  });

  it.each([
    ['name', 'nonsense'],
    ['name', ''],
    ['name', writeCursor('path', { value: 'x', id: 1 })],
    ['id', writeCursor('name', { value: 'x', id: 1 })],
    ['name', Buffer.from('[]').toString('base64url')],
    ['name', Buffer.from('{"name":"x","id":1,"_kd":"p"}').toString('base64url')],
    ['name', Buffer.from('{"name":"x","id":{},"_kd":"n"}').toString('base64url')],
  ])('refuse for column %s the text %s', (column, text) => {
    expect(() => readCursor(column, text)).toThrow('cursor');
  });
});

describe('pageOf', () => {
  it('counts 10,000 rows, and leaves out the total of more', () => {
    const request = { kind: 'offset', page: 2, perPage: 100 } as const;
    const positionOf = (length: number) => pageOf(Array.from({ length }), request).position;

    expect(positionOf(10_000)).toMatchObject({ total: 10_000, hasNext: true, isEmpty: false });
    expect(positionOf(10_001)).toMatchObject({ total: null, hasNext: true, isEmpty: false });
  });
});
