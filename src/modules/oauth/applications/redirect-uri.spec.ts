import {
  redirectUrisError,
  cspSourceOf,
  isPlainHttp,
  matchesRedirect,
  splitRedirectUris,
  withParams,
} from './redirect-uri.js';

describe('redirectUrisError', () => {
  it.each([
    'https://app.example.com/cb',
    'https://app.example.com',
    'http://127.0.0.1:8080/cb',
    'http://[::1]/cb',
    'http://localhost/cb?x=1',
    'com.example.app:/cb',
    'custom://cb',
    'https://app.example.com/cb?keep=1&b=2',
  ])('takes %s', (uri) => {
    expect(redirectUrisError([uri])).toBeUndefined();
  });

  it.each([
    ['/cb', 'must be an absolute URI'],
    ['x.y/cb', 'must be an absolute URI'],
    ['mailto:x', 'must be an absolute URI'],
    ['localhost:3000/cb', 'must be an absolute URI'],
    ['//app.example.com/cb', 'must be an absolute URI'],
    ['https:app.example.com', 'must be an absolute URI'],
    ['https:\\\\app.example.com', 'must be an absolute URI'],
    ['https://app.example.com/cb#x', 'must not contain a fragment'],
    ['https://app.example.com/cb#', 'must not contain a fragment'],
    ['https:///cb', 'must have a host'],
    ['http://', 'must have a host'],
    ['https:/cb', 'must have a host'],
    ['https://:8080/cb', 'must have a host'],
    ['https://user@app.example.com/cb', 'must not contain user information'],
    ['https://user:pass@app.example.com/cb', 'must not contain user information'],
    ['https://@app.example.com/cb', 'must not contain user information'],
    ['javascript:alert(1)', 'has a forbidden scheme'],
    ['javascript://x/%0aalert(1)', 'has a forbidden scheme'],
    ['JavaScript:alert(1)', 'has a forbidden scheme'],
    ['data:text/html,x', 'has a forbidden scheme'],
    ['vbscript:x', 'has a forbidden scheme'],
    ['file:///etc/passwd', 'has a forbidden scheme'],
    ['blob:https://x/y', 'has a forbidden scheme'],
    ['about:blank', 'has a forbidden scheme'],
    ['https://*.example.com/cb', 'must not contain wildcards'],
    ['https://app.example.com/*', 'must not contain wildcards'],
    ['custom://cb/*', 'must not contain wildcards'],
  ])('says of %s: %s', (uri, text) => {
    expect(redirectUrisError(['https://fine.example.com/cb', uri])).toBe(text);
  });

  it('takes twenty of 2,000 characters and no more', () => {
    const long = `https://app.example.com/${'x'.repeat(1976)}`;

    expect(redirectUrisError(Array<string>(20).fill(long))).toBeUndefined();
    expect(redirectUrisError([`${long}x`])).toBe('is too long (maximum is 2000 characters)');
    expect(redirectUrisError([`custom://${'😀'.repeat(1991)}`])).toBeUndefined();
    expect(redirectUrisError(Array<string>(21).fill('https://a.example/'))).toContain('too many');
  });
});

describe('splitRedirectUris', () => {
  it('reads lines, spaces and lists, trimmed', () => {
    expect(splitRedirectUris([' https://a.example/\r\n\r\nhttps://b.example/ x:/y '])).toEqual([
      'https://a.example/',
      'https://b.example/',
      'x:/y',
    ]);
    expect(splitRedirectUris(['x:/y', ' z:/y'])).toEqual(['x:/y', 'z:/y']);
  });

  it('stops where there are more than may be', () => {
    expect(splitRedirectUris([` ${'x:/y '.repeat(20)}`])).toHaveLength(20);
    expect(splitRedirectUris([` ${'x:/y '.repeat(1_000_000)}`])).toHaveLength(21);
  });
});

describe('matchesRedirect', () => {
  it.each([
    ['https://app.example.com/cb', 'https://app.example.com/cb', true],
    ['https://app.example.com/cb', 'https://app.example.com/cb/', false],
    ['https://app.example.com/cb', 'https://app.example.com/CB', false],
    ['https://app.example.com/cb', 'https://APP.example.com/cb', false],
    ['https://app.example.com/cb', 'https://app.example.com:443/cb', false],
    ['https://app.example.com/cb', 'https://app.example.com/cb?x=1', false],
    ['https://app.example.com/cb', 'https://app.example.com/c%62', false],
    ['https://app.example.com/cb', 'https://app.example.com/cb#x', false],
    ['https://127.0.0.1/cb', 'https://127.0.0.1:81/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:4711/cb', true],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1:4711/cb', true],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1/cb', true],
    ['http://[::1]/cb?x=1', 'http://[::1]:9/cb?x=1', true],
    ['http://localhost/cb', 'http://localhost:9/cb', true],
    ['http://localhost/cb', 'http://127.0.0.1:9/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:9/cb2', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:9/cb?x=1', false],
    ['http://127.0.0.1/cb', 'http://x@127.0.0.1:9/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:9@evil.example/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:9/cb#x', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:99999/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1.evil.example:9/cb', false],
    ['http://127.0.0.1', 'http://127.0.0.1:9', true],
    ['http://127.0.0.1', 'http://127.0.0.1:9/', false],
    ['custom://cb', 'custom://cb', true],
  ])('%s against %s: %s', (registered, asked, answer) => {
    expect(matchesRedirect(registered, asked)).toBe(answer);
  });
});

describe('withParams', () => {
  it('keeps the query of the address and replaces parameters of the same name', () => {
    expect(withParams('https://a.example/cb?keep=1&code=old&st%61te=x', { code: 'c d', state: '&=#' })).toBe(
      'https://a.example/cb?keep=1&code=c%20d&state=%26%3D%23',
    );
    expect(withParams('com.example.app:/cb', { code: 'c' })).toBe('com.example.app:/cb?code=c');
    expect(withParams('https://a.example/cb?', { code: 'c' })).toBe('https://a.example/cb?code=c');
    const inherited = 'https://a.example/cb?constructor=1&toString&__proto__=2';
    expect(withParams(inherited, { code: 'c' })).toBe(`${inherited}&code=c`);
  });
});

describe('cspSourceOf', () => {
  it.each([
    ['https://app.example.com/cb', 'https://app.example.com'],
    ['http://127.0.0.1:4711/cb', 'http://127.0.0.1:4711'],
    ['http://[::1]:4711/cb', 'http:'],
    ['com.example.app:/cb', 'com.example.app:'],
    ["https://a;script-src'x/cb", 'https:'],
  ])('names %s %s', (uri, source) => {
    expect(cspSourceOf(uri)).toBe(source);
  });
});

describe('isPlainHttp', () => {
  it.each([
    ['http://app.example.com/cb', true],
    ['HTTP://app.example.com/cb', true],
    ['https://app.example.com/cb', false],
    ['http://localhost:3000/cb', false],
    ['http://localhost.evil.example/cb', true],
    ['custom://cb', false],
  ])('%s: %s', (uri, answer) => {
    expect(isPlainHttp(uri)).toBe(answer);
  });
});
