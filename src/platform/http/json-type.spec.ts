import { jsonTypeFor } from './json-type.js';

describe('jsonTypeFor', () => {
  it.each([
    [undefined, 'application/json; charset=utf-8'],
    ['curl/8.5.0', 'application/json; charset=utf-8'],
    ['python-requests/2.31.0', 'application/json; charset=utf-8'],
    ['python-gitlab/3.12.0', 'application/json'],
    ['python-gitlab/4.4.0', 'application/json; charset=utf-8'],
  ])('answers for a request by %s the type %s', (agent, type) => {
    expect(jsonTypeFor({ headers: { 'user-agent': agent } })).toBe(type);
  });
});
