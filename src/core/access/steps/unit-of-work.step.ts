import { Injectable } from '@nestjs/common';
import { preconditionOf } from '../../../platform/http/unit-of-work/precondition.js';
import type { AccessContext } from '../access-context.js';
import { SudoAudit } from '../sudo-audit.js';
import { Step } from './step.js';

/**
 * Marks writes that need one transaction for their change together with the check of conditional headers, the
 * Idempotency-Key or the trace of sudo; other writes need none of their own (contract: conventions §1 step 12, §11,
 * §12, §17).
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
