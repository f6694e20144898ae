import { isIPv6 } from 'node:net';

/** Of the eight groups, those that a provider gives to one customer, whose machines choose the others. */
const GROUPS_OF_NETWORK = 4;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What limits count by: an IPv4 address, or the network of 64 bits of an IPv6 one, of whose addresses a client has as
 * many as it likes (contract: conventions §14).
 */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) {
    return mapped ?? address;
  }
  const groups = groupsOf(address).slice(0, GROUPS_OF_NETWORK);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, however it is written. */
export function groupsOf(address: string): readonly number[] {
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [before = '', after] = canonical.split('::');
  const head = numbersOf(before);
  const tail = numbersOf(after ?? '');
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

const numbersOf = (text: string): readonly number[] =>
  text === '' ? [] : text.split(':').map((group) => parseInt(group, 16));
