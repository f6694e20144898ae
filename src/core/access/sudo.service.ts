import { Injectable } from '@nestjs/common';
import { forbidden, insufficientScope, message, unauthorized } from '../../common/errors/catalogue.js';
import { refuseInactive } from './account-state.js';
import { Accounts } from './accounts.js';
import type { Account, Caller } from './caller.js';

/** Administrators act as other users (contract: conventions §7). */
@Injectable()
export class SudoService {
  constructor(private readonly accounts: Accounts) {}

  /** The caller as the user of this id or name; the same caller for oneself. Throws 401, 403 and 404. */
  async actingAs(caller: Caller, wanted: string): Promise<Caller> {
    refuseSudo(caller);
    const target = await this.target(wanted);
    return target.id === caller.userId ? caller : caller.actingAs(target);
  }

  private async target(wanted: string): Promise<Account> {
    const target = /^\d+$/.test(wanted)
      ? await this.byId(Number(wanted))
      : await this.accounts.findAccountByUsername(wanted);
    if (!target) {
      throw message(404, `404 User with ID or username '${wanted}' Not Found`);
    }
    refuseInactive(target);
    return target;
  }

  private byId(id: number): Promise<Account | null> {
    return Number.isSafeInteger(id) ? this.accounts.findAccount(id) : Promise.resolve(null);
  }
}

function refuseSudo({ isAnonymous, isAdmin, credential }: Caller): void {
  if (isAnonymous || !credential) {
    throw unauthorized();
  }
  if (!isAdmin) {
    throw forbidden('Must be admin to use sudo');
  }
  if (credential.scopes === null) {
    throw forbidden('Must be authenticated using an OAuth or Personal Access Token to use sudo');
  }
  if (!credential.scopes.has('sudo')) {
    throw insufficientScope(['sudo']);
  }
}
