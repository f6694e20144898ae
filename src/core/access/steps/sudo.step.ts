import { Injectable } from '@nestjs/common';
import { forbidden, insufficientScope, message, unauthorized } from '../../../common/errors/catalogue.js';
import { refuseInactive } from '../account-state.js';
import { Accounts } from '../accounts.js';
import type { Account, Caller } from '../caller.js';
import type { AccessContext } from '../access-context.js';
import { given, header } from '../request-credentials.js';
import { Step } from './step.js';

/** An administrator acts as another user (contract: conventions §7). */
@Injectable()
export class SudoStep extends Step {
  constructor(private readonly accounts: Accounts) {
    super();
  }

  override async evaluate(access: AccessContext): Promise<void> {
    const { caller, state, rules } = access;
    const wanted = nameIn(access);
    if (wanted === undefined || rules.withoutCaller) {
      return;
    }
    refuseSudo(caller);
    const target = await this.target(wanted);
    if (target.id !== caller.userId) {
      access.caller = caller.actingAs(target);
      state.sudoBy = caller.userId;
      state.userId = target.id;
    }
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

/** Undefined where none is given; a list or an object names nobody. */
function nameIn({ params, request }: AccessContext): string | undefined {
  const sent = params.sudo instanceof Object ? JSON.stringify(params.sudo) : given(params.sudo);
  return [sent, header(request, 'sudo')].find((value) => value?.trim());
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
