import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Clock } from '../../../common/time/clock.js';
import { readEnv } from '../../../platform/config/env.js';
import { OutboundFailure } from '../../../platform/outbound/outbound-failure.js';
import type { OutboundHttp } from '../../../platform/outbound/outbound-http.js';
import { OidcProviderService } from './oidc-provider.service.js';

describe('OidcProviderService', () => {
  it('logs why the provider could not be asked', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const env = readEnv({ OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'slipway', OIDC_CLIENT_SECRET: 's' });
    const send = () => Promise.reject(new OutboundFailure('timeout', 'No whole answer in time.'));
    const provider = new OidcProviderService(env, { send } as unknown as OutboundHttp, { millis: () => 0 } as Clock);

    expect(await provider.origins()).toEqual(['https://id.example.com']);
    const [[line] = []] = warned.mock.calls;
    warned.mockRestore();

    expect(line).toEqual({
      issuer: 'https://id.example.com/',
      error: 'something went wrong: No whole answer in time.',
    });
  });
});
