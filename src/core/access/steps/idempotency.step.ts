import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID } from '../../../common/errors/catalogue.js';
import { fingerprintOf } from '../../../platform/http/idempotency/fingerprint.js';
import { IdempotencyKeys } from '../../../platform/http/idempotency/idempotency-keys.js';
import type { Caller } from '../caller.js';
import type { Judgement } from '../judgement.js';
import { Step } from './step.js';

const KEY = /^[\x20-\x7e]{1,255}$/;

/** A write that carries an Idempotency-Key happens once (contract: conventions §1 step 7, §12). */
@Injectable()
export class IdempotencyStep extends Step {
  constructor(private readonly keys: IdempotencyKeys) {
    super();
  }

  override async judge({ request, state, caller, scopes, isRead }: Judgement): Promise<void> {
    const key = request.headers['idempotency-key']?.toString();
    if (key === undefined || isRead || caller.isAnonymous) {
      return;
    }
    if (!KEY.test(key)) {
      throw invalidField('Idempotency-Key', IS_INVALID);
    }
    if (!caller.hasOneOf(scopes)) {
      return; // refused two steps later; a replay needs the scope as well
    }
    const fingerprint = fingerprintOf(request, state);
    state.claim = await this.keys.claim({ identity: identityOf(caller), key, fingerprint });
  }
}

/** Keys of different callers never meet. */
function identityOf({ userId, credential, sudoBy }: Caller): string {
  if (credential?.kind === 'job') {
    return `job ${credential.id}`;
  }
  return sudoBy ? `user ${userId} by ${sudoBy.id}` : `user ${userId}`;
}
