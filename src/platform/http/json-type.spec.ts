import { jsonTypeFor } from './json-type.js';

describe('jsonTypeFor', () => {
  it.each([
    [undefined, 'application/json; charset=utf-8'],
    ['curl/8.5.0', 'application/json; charset=utf-8'],
    ['python-requests/2.31.0', 'application/json; charset=utf-8'],
    ['python-gitlab/3.12.0', 'application/json'],
    ['python-gitlab/4.4.0', 'application/json; charset=utf-8'],
    ['gitbeaker', 'application/json'],
    ['node-fetch/1.0 (+https://github.com/bitinn/node-fetch)', 'application/json'],
    ['node-fetch', 'application/json; charset=utf-8'],
    ['node', 'application/json; charset=utf-8'],
  ])('answers for a request by %s the type %s', (agent, type) => {
    expect(jsonTypeFor({ headers: { 'user-agent': agent } })).toBe(type);
  });
});
