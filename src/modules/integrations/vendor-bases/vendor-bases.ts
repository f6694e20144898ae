import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import { STATUS_BASES, VENDOR_BASES } from '../kinds/vendor-bases.js';
import { readEndpoints } from './read-endpoints.js';

/** Where calls to vendors go (contract: integrations §6). */
@Injectable()
export class VendorBases {
  private readonly own: ReadonlyMap<string, string>;

  /** Reads the operator's file once, at the start. */
  constructor(env: Env) {
    this.own = env.integrationEndpoints === undefined ? new Map() : readEndpoints(env.integrationEndpoints);
  }

  /** Empty for kinds without a vendor. */
  baseOf(slug: string): string {
    return this.own.get(slug) ?? VENDOR_BASES.get(slug) ?? '';
  }

  /** Where the kind is asked for the status of a commit. */
  statusBaseOf(slug: string): string {
    return this.own.get(slug) ?? STATUS_BASES.get(slug) ?? this.baseOf(slug);
  }

  /** Whether the operator set the address of this call of the kind: then it is exempt from the address checks. */
  isTrusted(slug: string, url: URL): boolean {
    const own = this.own.get(slug) ?? '';
    return URL.canParse(own) && isBelow(url, new URL(own));
  }
}

const isBelow = ({ origin, pathname }: URL, base: URL): boolean =>
  origin === base.origin &&
  `${pathname}/`.startsWith(base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`);
