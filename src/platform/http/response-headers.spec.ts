import { commonHeaders } from './response-headers.js';

describe('the headers of every answer', () => {
  it('promise encrypted transport where the service is reached by it', () => {
    expect(commonHeaders('id', 'https://slipway.example')).toMatchObject({
      'X-Request-Id': 'id',
      'Strict-Transport-Security': expect.stringMatching(/^max-age=\d+/),
    });
    expect(commonHeaders('id', 'http://slipway.example')).not.toHaveProperty('Strict-Transport-Security');
  });
});
