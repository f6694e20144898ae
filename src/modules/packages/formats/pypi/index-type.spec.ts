import { indexTypeFor } from './index-type.js';

const JSON_TYPE = 'application/vnd.pypi.simple.v1+json';
const HTML_TYPE = 'application/vnd.pypi.simple.v1+html';
const PLAIN = 'text/html; charset=utf-8';

describe('indexTypeFor', () => {
  it.each([
    ['', PLAIN],
    ['*/*', PLAIN],
    ['text/html', PLAIN],
    ['application/json', PLAIN],
    [`${JSON_TYPE};q=0`, PLAIN],
    [`${JSON_TYPE}; q=x`, PLAIN],
    [JSON_TYPE, JSON_TYPE],
    [`${JSON_TYPE}, ${HTML_TYPE}; q=0.1, text/html; q=0.01`, JSON_TYPE],
    [`${JSON_TYPE};q=0.5, text/html`, PLAIN],
    [`${JSON_TYPE.toUpperCase()}, */*;q=0.1`, JSON_TYPE],
    ['application/vnd.pypi.simple.latest+json', JSON_TYPE],
    [HTML_TYPE, HTML_TYPE],
  ])('%s: %s', (accept, contentType) => {
    expect(indexTypeFor(accept).contentType).toBe(contentType);
  });
});
