import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import type { AccessContext } from '../access-context.js';
import { AuthenticateStep } from './authenticate.step.js';
import { RateLimitStep } from './rate-limit.step.js';
import { Step } from './step.js';

/**
 * Checks the credentials, then the rate limit of their account. A request with a refused credential counts for its
 * address, as one without does; the refusal is the answer until that limit is reached (contract: conventions §1 steps 4
 * and 5, §14).
 */
@Injectable()
export class IdentifyStep extends Step {
  constructor(
    private readonly authenticate: AuthenticateStep,
    private readonly rateLimit: RateLimitStep,
  ) {
    super();
  }

  override async evaluate(access: AccessContext): Promise<void> {
    try {
      await this.authenticate.evaluate(access);
    } catch (error) {
      if (error instanceof ApiError) {
        await this.rateLimit.evaluate(access);
      }
      throw error;
    }
    await this.rateLimit.evaluate(access);
  }
}
