import type { IncomingMessage } from 'node:http';
import { TrustedProxies } from './trusted-proxies.js';

const PROXIES = ['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'];

const clientOf = (from: string | undefined, forwarded?: string, proxies = PROXIES): string => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const request = { socket: { remoteAddress: from }, headers } as unknown as IncomingMessage;
  return new TrustedProxies(proxies).clientOf(request);
};

describe('TrustedProxies.clientOf', () => {
  it.each([
    ['none is trusted', '10.0.0.1', '198.51.100.1', [], '10.0.0.1'],
    ['another one sends it', '192.0.2.8', '198.51.100.1', PROXIES, '192.0.2.8'],
    ['there is no header', '10.0.0.1', undefined, PROXIES, '10.0.0.1'],
    ['the header is empty', '10.0.0.1', '', PROXIES, '10.0.0.1'],
    ['there is no connection any more', undefined, '198.51.100.1', PROXIES, ''],
  ])('is the address of the connection where %s', (_case, from, forwarded, proxies, expected) => {
    expect(clientOf(from, forwarded, proxies)).toBe(expected);
  });

  it.each([
    ['of one proxy', '192.0.2.7', '198.51.100.1', '198.51.100.1'],
    ['of one that listens to both families', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['of several', '10.0.0.1', '198.51.100.1,10.9.9.9 , 2001:db8::5', '198.51.100.1'],
    ['in IPv6', '2001:db8::1', '2001:4860::1', '2001:4860::1'],
    ['and not what the client made up', '10.0.0.1', '127.0.0.1, 10.0.0.3, 198.51.100.1', '198.51.100.1'],
    ['or the first proxy where that is the client', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ])('is what the header says %s', (_case, from, forwarded, expected) => {
    expect(clientOf(from, forwarded)).toBe(expected);
  });

  it.each([
    'unknown',
    '_hidden',
    '198.51.100.1:4711',
    '[2001:4860::1]',
    'fe80::1%eth0',
    'x'.repeat(100_000),
    ','.repeat(100_000),
  ])('is the last address that is one where the header ends in %p', (end) => {
    expect(clientOf('10.0.0.1', `198.51.100.1, ${end}, 10.0.0.2`)).toBe('10.0.0.2');
  });

  it('looks at 32 proxies at most', () => {
    const forwarded = ['198.51.100.1', ...Array.from({ length: 32 }, (_, at) => `10.0.1.${32 - at}`)].join();

    expect(clientOf('10.0.0.1', forwarded)).toBe('10.0.1.32');
  });
});
