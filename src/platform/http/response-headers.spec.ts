import { commonHeaders } from './response-headers.js';

describe('commonHeaders()', () => {
  it('sends Strict-Transport-Security where BASE_URL is https', () => {
    expect(commonHeaders('id', 'https://slipway.example')).toMatchObject({
      'X-Request-Id': 'id',
      'Strict-Transport-Security': expect.stringMatching(/^max-age=\d+/),
    });
    expect(commonHeaders('id', 'http://slipway.example')).not.toHaveProperty('Strict-Transport-Security');
  });
});
