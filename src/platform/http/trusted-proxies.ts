import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AddressList } from '../../common/addresses/address-list.js';

/** More proxies stand behind each other nowhere: what is left of them is not looked at. */
const MOST_PROXIES = 32;

/** Proxies that tell in `X-Forwarded-For` whose requests they pass on: TRUSTED_PROXIES (contract: core §1.1). */
export class TrustedProxies {
  private readonly list: AddressList;

  constructor(networks: readonly string[]) {
    this.list = new AddressList(networks);
  }

  /**
   * The address of the client: that of the connection, unless a trusted proxy made it. Each proxy adds whom it got the
   * request from, so that the last address which is no trusted proxy's is the client's; what stands before it may be
   * invented. Empty once the connection is closed.
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

/** Zones name interfaces of the machine itself: from elsewhere they mean nothing, and may be as long as they like. */
const isAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%');

/** The parts of the header, the last one first. */
function* lastOf(forwarded: string): Generator<string> {
  let end = forwarded.length;
  for (let proxy = 0; proxy < MOST_PROXIES && end >= 0; proxy += 1) {
    const comma = end === 0 ? -1 : forwarded.lastIndexOf(',', end - 1);
    yield forwarded.slice(comma + 1, end).trim();
    end = comma;
  }
}
