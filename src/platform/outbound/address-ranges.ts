import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { AddressList } from '../../common/addresses/address-list.js';
import { groupsOf } from '../../common/addresses/network-of.js';

const LOCALHOST = 'Requests to localhost are not allowed';
const LOOPBACK = 'Requests to loopback addresses are not allowed';
const LOCAL_NETWORK = 'Requests to the local network are not allowed';
const LINK_LOCAL = 'Requests to the link local network are not allowed';
const SHARED = 'Requests to the shared address space are not allowed';
const RESERVED = 'Requests to reserved addresses are not allowed';

/** Refused addresses and the reason, in the order in which they are checked (contract: integrations §7). */
const RANGES: readonly (readonly [reason: string, ranges: readonly string[]])[] = [
  [LOOPBACK, ['127.0.0.0/8', '::1/128']],
  [LOCALHOST, ['0.0.0.0/8', '::/128']],
  [LOCAL_NETWORK, ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10']],
  [LINK_LOCAL, ['169.254.0.0/16', 'fe80::/10']],
  [SHARED, ['100.64.0.0/10']],
  [
    RESERVED,
    [
      '192.0.0.0/24',
      '192.0.2.0/24',
      '198.18.0.0/15',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '224.0.0.0/4',
      '240.0.0.0/4',
      'ff00::/8',
      '2001:db8::/32',
      '100::/64',
      '64:ff9b:1::/48',
      '2001::/23',
      '3fff::/20',
      '5f00::/16',
    ],
  ],
];

const LISTS = RANGES.map(([reason, ranges]) => ({ reason, list: new AddressList(ranges) }));

/** Returns why nothing may be sent to an IP address; null when it is allowed. */
export function reasonAgainstAddress(address: string): string | null {
  const checked = embeddedIPv4(address) ?? address;
  const reason = LISTS.find(({ list }) => list.includes(checked))?.reason ?? null;
  return reason !== LOOPBACK && isOwn(checked) ? LOCALHOST : reason; // most of this machine's own addresses are in a local network as well
}

/** Returns why nothing may be sent to a host of this name; null when its addresses decide. */
export const reasonAgainstName = (host: string): string | null =>
  /^(?:.*\.)?localhost$/i.test(host) ? LOCALHOST : null;

/** Prefixes of IPv6 addresses that embed an IPv4 one, and the position of that one, in 16-bit groups. */
const EMBEDDINGS: readonly (readonly [prefix: readonly number[], at: number])[] = [
  [[0, 0, 0, 0, 0, 0xffff], 6],
  [[0, 0, 0, 0, 0xffff, 0], 6],
  [[0x64, 0xff9b, 0, 0, 0, 0], 6],
  [[0x2002], 1],
  [[0, 0, 0, 0, 0, 0], 6],
];

/** Returns the IPv4 address embedded in an IPv6 one; null without one, and for `::` and `::1`. */
function embeddedIPv4(address: string): string | null {
  if (isIPv4(address)) {
    return null;
  }
  const groups = groupsOf(address);
  const found = EMBEDDINGS.find(([prefix]) => prefix.every((group, index) => groups[index] === group));
  const [high = 0, low = 0] = found ? groups.slice(found[1], found[1] + 2) : [];
  return found && (high > 0 || low > 1) ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : null;
}

const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((interfaces) => interfaces?.some((own) => own.address === address));
