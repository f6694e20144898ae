import { networkInterfaces } from 'node:os';
import { reasonAgainstAddress } from './address-ranges.js';
import { InvalidSetting } from '../config/env-reader.js';
import { OutboundAllow } from './outbound-allow.js';

describe('reasonAgainstAddress', () => {
  it.each([
    ['127.9.9.9', 'loopback addresses'],
    ['::1', 'loopback addresses'],
    ['0.1.2.3', 'localhost'],
    ['::', 'localhost'],
    ['10.0.0.1', 'the local network'],
    ['172.31.255.255', 'the local network'],
    ['fd00::1', 'the local network'],
    ['fec0::1', 'the local network'],
    ['fe80::1', 'the link local network'],
    ['169.254.169.254', 'the link local network'],
    ['100.127.0.1', 'the shared address space'],
    ['198.19.0.1', 'reserved addresses'],
    ['240.0.0.1', 'reserved addresses'],
    ['255.255.255.255', 'reserved addresses'],
    ['ff02::1', 'reserved addresses'],
    ['2001:db8::1', 'reserved addresses'],
    ['100::1', 'reserved addresses'],
    ['64:ff9b:1:7f00:0:1::', 'reserved addresses'],
    ['2001:0:7f00:1::', 'reserved addresses'],
    ['3fff::1', 'reserved addresses'],
    ['5f00::1', 'reserved addresses'],
    ['::ffff:127.0.0.1', 'loopback addresses'],
    ['::ffff:0:127.0.0.2', 'loopback addresses'],
    ['64:ff9b::a00:1', 'the local network'],
    ['2002:7f00:1::', 'loopback addresses'],
    ['::192.168.0.1', 'the local network'],
  ])('refuses %s', (address, what) => {
    expect(reasonAgainstAddress(address)).toBe(`Requests to ${what} are not allowed`);
  });

  it('refuses every address of the own interfaces as that of localhost, in whatever range it lies', () => {
    const own = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? []);
    const reasons = own.filter(({ internal }) => !internal).map(({ address }) => reasonAgainstAddress(address));

    expect(reasons).toEqual(reasons.map(() => 'Requests to localhost are not allowed'));
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '2002:808:808::'])(
    'admits %s',
    (address) => {
      expect(reasonAgainstAddress(address)).toBeNull();
    },
  );
});

describe('OutboundAllow', () => {
  const allow = new OutboundAllow([
    '10.0.0.0/8',
    '127.0.0.1:8080',
    '[::1]:90',
    'fd00::/8',
    'Hooks.example.com',
    'h:25',
  ]);

  it.each([
    ['10.1.2.3', 1],
    ['127.0.0.1', 8080],
    ['::1', 90],
    ['fd12::1', 443],
  ])('permits %s at port %i', (address, port) => {
    expect(allow.permitsAddress(address, port)).toBe(true);
  });

  it.each([
    ['11.0.0.1', 1],
    ['127.0.0.1', 80],
    ['::1', 91],
  ])('does not permit %s at port %i', (address, port) => {
    expect(allow.permitsAddress(address, port)).toBe(false);
  });

  it('permits names, each at its port where it has one', () => {
    expect(allow.permitsHost('hooks.example.com', 5)).toBe(true);
    expect(allow.permitsHost('h', 25)).toBe(true);
    expect(allow.permitsHost('h', 26)).toBe(false);
    expect(allow.permitsHost('sub.hooks.example.com', 5)).toBe(false);
  });

  it.each([
    ...['', 'a b', 'http://x', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/x', 'fd00::/129', '[fd00::/8'],
    ...['h:65536', 'h:0', '[::1]:99999'],
  ])('refuses the entry "%s" as a setting that is invalid', (entry) => {
    expect(() => new OutboundAllow([entry])).toThrow(
      new InvalidSetting(`OUTBOUND_ALLOW: "${entry}" is no host, address or network.`),
    );
  });
});
