import { originForm } from './origin-form.js';

describe('originForm', () => {
  it.each([
    ['/api/v4/user?a=http://b', '/api/v4/user?a=http://b'],
    ['http://host.example.com/api/v4/user?a=b', '/api/v4/user?a=b'],
    ['HTTPS://u:p@host:8443//v2', '//v2'],
    ['http://host', '/'],
    ['http://host?a=b', '/?a=b'],
    ['*', '*'],
    ['http:/x', 'http:/x'],
  ])('of %j is %j', (target, expected) => {
    expect(originForm(target)).toBe(expected);
  });
});
