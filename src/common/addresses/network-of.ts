import { isIPv6 } from 'node:net';

/** Number of the eight groups that a provider assigns to one customer, whose machines choose the rest. */
const GROUPS_OF_NETWORK = 4;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the key for rate limits: an IPv4 address, or the 64-bit network of an IPv6 one, in which a client may have
 * any number of addresses (contract: conventions §14).
 */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) {
    return mapped ?? address;
  }
  const groups = groupsOf(address).slice(0, GROUPS_OF_NETWORK);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address, whatever its notation. */
export function groupsOf(address: string): readonly number[] {
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [before = '', after] = canonical.split('::');
  const head = numbersOf(before);
  const tail = numbersOf(after ?? '');
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

const numbersOf = (text: string): readonly number[] =>
  text === '' ? [] : text.split(':').map((group) => parseInt(group, 16));
