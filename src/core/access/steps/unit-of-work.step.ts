import { Injectable } from '@nestjs/common';
import { preconditionOf } from '../../../platform/http/unit-of-work/precondition.js';
import { UnitOfWork } from '../../../platform/http/unit-of-work/unit-of-work.js';
import type { Judgement } from '../judgement.js';
import { Step } from './step.js';

/**
 * Marks writes whose change is one transaction with the check of their conditional headers or with their
 * Idempotency-Key; all others go the plain way (contract: conventions §1 step 12, §11, §12).
 */
@Injectable()
export class UnitOfWorkStep extends Step {
  constructor(private readonly unitOfWork: UnitOfWork) {
    super();
  }

  override judge({ request, state, isRead }: Judgement): void {
    if (!isRead && (state.claim !== undefined || preconditionOf(request) !== undefined)) {
      state.unitOfWork = this.unitOfWork;
    }
  }
}
