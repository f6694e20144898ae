import { Injectable } from '@nestjs/common';
import { preconditionOf } from '../../../platform/http/unit-of-work/precondition.js';
import type { AccessContext } from '../access-context.js';
import { SudoAudit } from '../sudo-audit.js';
import { Step } from './step.js';

/**
 * Marks writes whose change is one transaction with the check of their conditional headers, with their Idempotency-Key
 * or with the trace of sudo; all others go the plain way (contract: conventions §1 step 12, §11, §12, §17).
 */
@Injectable()
export class UnitOfWorkStep extends Step {
  constructor(private readonly sudoAudit: SudoAudit) {
    super();
  }

  override evaluate(access: AccessContext): void {
    const { request, state, isRead, caller } = access;
    if (isRead) {
      return;
    }
    if (caller.sudoBy) {
      state.trace = () => this.sudoAudit.record(access);
    }
    state.isUnitOfWork =
      state.trace !== undefined || state.claim !== undefined || preconditionOf(request) !== undefined;
  }
}
