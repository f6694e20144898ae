import { Injectable } from '@nestjs/common';
import { invalid } from '../../../common/errors/catalogue.js';
import { AddressGuard } from '../../../platform/outbound/address-guard.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { SettingValue } from '../kinds/param.js';

const SERVER_HOST = 'server_host';
const SERVER_PORT = 'server_port';
const DEFAULT_SERVER_PORT = 6659;

/** Checks the addresses to which deliveries would be sent, before they are stored (contract: integrations §3.1, §7). */
@Injectable()
export class GuardedAddresses {
  constructor(private readonly guard: AddressGuard) {}

  /** Throws 400 naming every blocked address; host names that do not resolve now are checked when sending. */
  async refuseBlocked(kind: IntegrationKind, values: ReadonlyMap<string, SettingValue | null>): Promise<void> {
    const guarded = kind.params.filter(({ name, type }) => type === 'url' || name === SERVER_HOST);
    const refusals = await Promise.all(
      guarded.map(async ({ name }) => {
        const reason = await this.reasonAgainst(name, values);
        return reason === null ? [] : [[name, [`is blocked: ${reason}`]] as const];
      }),
    );
    const blocked = refusals.flat();
    if (blocked.length > 0) {
      throw invalid(Object.fromEntries(blocked));
    }
  }

  private reasonAgainst(name: string, values: ReadonlyMap<string, SettingValue | null>): Promise<string | null> {
    const address = values.get(name);
    if (typeof address !== 'string') {
      return Promise.resolve(null);
    }
    return name === SERVER_HOST
      ? this.guard.reasonAgainstHost(address, Number(values.get(SERVER_PORT) ?? DEFAULT_SERVER_PORT))
      : this.guard.reasonAgainst(new URL(address));
  }
}
