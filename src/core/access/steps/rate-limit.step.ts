import { Injectable } from '@nestjs/common';
import type { AccessContext } from '../access-context.js';
import { RateLimits } from '../rate-limits.js';
import { Step } from './step.js';

/** Limits requests per address or per user, while the settings say so (contract: conventions §1 step 5, §14). */
@Injectable()
export class RateLimitStep extends Step {
  constructor(private readonly limits: RateLimits) {
    super();
  }

  override async evaluate(access: AccessContext): Promise<void> {
    if (isExempt(access)) {
      return;
    }
    const { isAnonymous, userId, address, account } = access.caller;
    await this.limits.count({ isAnonymous, userId, address, username: account?.username }, access.response);
  }
}

const isExempt = ({ caller, rules, state }: AccessContext): boolean =>
  state.isInner || rules.unthrottled === 'everybody' || (rules.unthrottled === 'administrators' && caller.isAdmin);
