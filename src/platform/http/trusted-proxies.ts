import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AddressList } from '../../common/addresses/address-list.js';

/** Longer chains of proxies do not occur; the rest of the header is ignored. */
const MOST_PROXIES = 32;

/** Proxies whose `X-Forwarded-For` header is trusted: TRUSTED_PROXIES (contract: core §1.1). */
export class TrustedProxies {
  private readonly list: AddressList;

  constructor(networks: readonly string[]) {
    this.list = new AddressList(networks);
  }

  /**
   * Returns the address of the client: that of the connection, unless a trusted proxy made it. Each proxy appends the
   * address that it got the request from, so the last address that is not a trusted proxy's is the client's; those
   * before it may be invented. Empty when the connection is closed.
   */
  clientOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    let client = socket.remoteAddress ?? '';
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined || !this.list.includes(client)) {
      return client;
    }
    for (const sender of lastOf(String(forwarded))) {
      if (!isAddress(sender)) {
        return client;
      }
      client = sender;
      if (!this.list.includes(client)) {
        return client;
      }
    }
    return client;
  }
}

/** Zones name interfaces of the local machine: in a header they mean nothing, and may have any length. */
const isAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%');

/** Yields the parts of the header, the last one first. */
function* lastOf(forwarded: string): Generator<string> {
  let end = forwarded.length;
  for (let proxy = 0; proxy < MOST_PROXIES && end >= 0; proxy += 1) {
    const comma = end === 0 ? -1 : forwarded.lastIndexOf(',', end - 1);
    yield forwarded.slice(comma + 1, end).trim();
    end = comma;
  }
}
