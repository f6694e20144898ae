import { Injectable } from '@nestjs/common';
import { Env } from '../config/env.js';
import { reasonAgainstAddress, reasonAgainstName } from './address-ranges.js';
import { addressesOf } from './name-lookup.js';
import { OutboundAllow } from './outbound-allow.js';
import { OutboundFailure } from './outbound-failure.js';

const PORT_REFUSED = 'Requests to this port are not allowed';
const LEAST_FREE_PORT = 1024;
const WEB_PORTS = [80, 443];

/** Result for a host: why nothing may be sent there, or the addresses to connect to; none when it does not resolve. */
export type AddressCheck = { readonly blocked: string } | { readonly addresses: readonly string[] };

/** Checks every address that was not chosen by the operator (contract: integrations §7). */
@Injectable()
export class AddressGuard {
  private readonly allow: OutboundAllow;

  constructor(env: Env) {
    this.allow = new OutboundAllow(env.outboundAllow);
  }

  /** Returns why nothing may be sent to the URL; null when it is allowed, or when its name does not resolve now. */
  reasonAgainst(url: URL): Promise<string | null> {
    return this.reasonAgainstHost(url.hostname, portOf(url));
  }

  async reasonAgainstHost(host: string, port: number): Promise<string | null> {
    const checked = await this.check(host, port);
    return 'blocked' in checked ? checked.blocked : null;
  }

  /** One refused address refuses the whole name. The connection must be made to one of the returned addresses. */
  async check(host: string, port: number): Promise<AddressCheck> {
    const name = host.replace(/^\[|\]$|\.$/g, '').toLowerCase();
    const isTrusted = this.allow.permitsHost(name, port);
    const ownReason = isTrusted ? null : reasonAgainstName(name);
    if (ownReason !== null) {
      return { blocked: ownReason };
    }
    const addresses = await addressesOf(name);
    const blocked = isTrusted ? undefined : this.reasonAgainstAny(addresses, port);
    return blocked === undefined ? { addresses } : { blocked };
  }

  /**
   * Returns the addresses to connect to; addresses chosen by the operator are not checked. Throws
   * {@link OutboundFailure}.
   */
  async resolve(
    host: string,
    port: number,
    { isTrusted }: { readonly isTrusted: boolean },
  ): Promise<readonly string[]> {
    const checked = isTrusted ? { addresses: await addressesOf(host) } : await this.check(host, port);
    if ('blocked' in checked) {
      throw new OutboundFailure('blocked_address', checked.blocked);
    }
    if (checked.addresses.length === 0) {
      throw new OutboundFailure('dns_failure', 'The name does not resolve.');
    }
    return checked.addresses;
  }

  private reasonAgainstAny(addresses: readonly string[], port: number): string | undefined {
    if (addresses.length === 0) {
      return isFreePort(port) ? undefined : PORT_REFUSED;
    }
    return addresses.flatMap((address) => this.reasonsAgainst(address, port))[0];
  }

  private reasonsAgainst(address: string, port: number): string[] {
    if (this.allow.permitsAddress(address, port)) {
      return [];
    }
    const reason = reasonAgainstAddress(address);
    if (reason !== null) {
      return [reason];
    }
    return isFreePort(port) ? [] : [PORT_REFUSED];
  }
}

const isFreePort = (port: number): boolean => port >= LEAST_FREE_PORT || WEB_PORTS.includes(port);

/** A URL may specify port 0. */
export function portOf({ port, protocol }: URL): number {
  const usual = protocol === 'https:' ? 443 : 80;
  return port === '' ? usual : Number(port);
}
