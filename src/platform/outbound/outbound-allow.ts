import { isIP } from 'node:net';
import { AddressList, isNetwork } from '../../common/addresses/address-list.js';
import { InvalidSetting } from '../config/env-reader.js';

/** An exception set by the operator: a name or addresses, optionally for one port only. */
interface Entry {
  readonly host: string | null;
  readonly includes: (address: string) => boolean;
  readonly port: number | null;
}

const LAST_PORT = 65_535;
const WITH_PORT = /^(?<host>\[[^\]]+\]|[^:]+)(?::(?<port>\d{1,5}))?$/;

/** Allowed destinations in networks that are refused otherwise: OUTBOUND_ALLOW (contract: integrations §7). */
export class OutboundAllow {
  private readonly entries: readonly Entry[];

  /** Throws for a malformed entry. */
  constructor(list: readonly string[]) {
    this.entries = list.map(entryOf);
  }

  /** Whether the name is an exception, independent of its addresses. */
  permitsHost(host: string, port: number): boolean {
    return this.entries.some((entry) => entry.host === host.toLowerCase() && isFor(entry, port));
  }

  permitsAddress(address: string, port: number): boolean {
    return this.entries.some((entry) => entry.includes(address) && isFor(entry, port));
  }
}

const isFor = (entry: Entry, port: number): boolean => entry.port === null || entry.port === port;

function entryOf(text: string): Entry {
  const isBare = isIP(text.split('/')[0] ?? '') === 6;
  const { host = '', port } = (isBare ? { host: text } : WITH_PORT.exec(text)?.groups) ?? {};
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  const isAddress = isNetwork(name);
  const isPort = port === undefined || (Number(port) > 0 && Number(port) <= LAST_PORT);
  if (!isPort || (!isAddress && !/^[a-z0-9._-]+$/.test(name))) {
    throw new InvalidSetting(`OUTBOUND_ALLOW: "${text}" is no host, address or network.`);
  }
  const list = isAddress ? new AddressList([name]) : null;
  return {
    host: isAddress ? null : name,
    includes: (address) => list?.includes(address) ?? false,
    port: port === undefined ? null : Number(port),
  };
}
