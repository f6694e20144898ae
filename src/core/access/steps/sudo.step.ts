import { Injectable } from '@nestjs/common';
import type { AccessContext } from '../access-context.js';
import { given, header } from '../request-credentials.js';
import { SudoService } from '../sudo.service.js';
import { Step } from './step.js';

/** An administrator acts as another user (contract: conventions §7). */
@Injectable()
export class SudoStep extends Step {
  constructor(private readonly sudo: SudoService) {
    super();
  }

  override async evaluate(access: AccessContext): Promise<void> {
    const { caller, state, rules } = access;
    const wanted = nameIn(access);
    if (wanted === undefined || rules.withoutCaller) {
      return;
    }
    access.caller = await this.sudo.actingAs(caller, wanted);
    if (access.caller.sudoBy) {
      state.sudoBy = caller.userId;
      state.userId = access.caller.userId;
    }
  }
}

/** The user that the request names; undefined where it names none. A list or an object stands for no user. */
function nameIn({ params, request }: AccessContext): string | undefined {
  const sent = params.sudo instanceof Object ? JSON.stringify(params.sudo) : given(params.sudo);
  return [sent, header(request, 'sudo')].find((value) => value?.trim());
}
