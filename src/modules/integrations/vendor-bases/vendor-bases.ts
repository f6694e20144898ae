import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import { STATUS_BASES, VENDOR_BASES } from '../kinds/vendor-bases.js';
import { readEndpoints } from './read-endpoints.js';

/** Base addresses for calls to vendors (contract: integrations §6). */
@Injectable()
export class VendorBases {
  private readonly own: ReadonlyMap<string, string>;

  /** Reads the operator's file once, at startup. */
  constructor(env: Env) {
    this.own = env.integrationEndpoints === undefined ? new Map() : readEndpoints(env.integrationEndpoints);
  }

  /** Empty for kinds without a vendor. */
  baseOf(slug: string): string {
    return this.own.get(slug) ?? VENDOR_BASES.get(slug) ?? '';
  }

  /** Base address from which the kind's commit statuses are read. */
  statusBaseOf(slug: string): string {
    return this.own.get(slug) ?? STATUS_BASES.get(slug) ?? this.baseOf(slug);
  }

  /** Whether the operator set the address of this call of the kind: it is then exempt from the address checks. */
  isTrusted(slug: string, url: URL): boolean {
    const own = this.own.get(slug) ?? '';
    return URL.canParse(own) && isBelow(url, new URL(own));
  }
}

const isBelow = ({ origin, pathname }: URL, base: URL): boolean =>
  origin === base.origin &&
  `${pathname}/`.startsWith(base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`);
