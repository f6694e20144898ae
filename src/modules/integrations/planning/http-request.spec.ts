import { prepareRequest } from './http-request.js';

const call = (url: string, query = {}) => prepareRequest({ method: 'GET', url, query });

describe('prepareRequest', () => {
  it('percent-encodes what it adds to a query, and leaves what is there as it is', () => {
    const { url } = call('https://ci.example.com/hook?a=b%20c&d=+', { 'na me': 'e v&+ü', last: '' });

    expect(url.href).toBe('https://ci.example.com/hook?a=b%20c&d=+&na%20me=e%20v%26%2B%C3%BC&last=');
  });

  it('makes Basic credentials of user-info, also where a % in it begins no escape', () => {
    const credentials = (url: string) =>
      Buffer.from(call(url).headers.Authorization!.replace('Basic ', ''), 'base64').toString();

    expect(credentials('https://an%20a:p%3Aw@ci.example.com/')).toBe('an a:p:w');
    expect(credentials('https://ann:50%off@ci.example.com/')).toBe('ann:50%off');
  });
});
