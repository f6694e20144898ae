import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { fingerprintOf } from '../../../platform/http/idempotency/fingerprint.js';
import { IdempotencyKeys } from '../../../platform/http/idempotency/idempotency-keys.js';
import { sentKeyIn } from '../../../platform/http/idempotency/sent-key.js';
import type { Caller } from '../caller.js';
import { jobIdentity, userIdentity } from '../idempotency-identity.js';
import { RequestIdentity } from '../identified-by.decorator.js';
import type { AccessContext } from '../access-context.js';
import { Step } from './step.js';

/** A write with an Idempotency-Key is carried out once (contract: conventions §1 step 7, §12). */
@Injectable()
export class IdempotencyStep extends Step {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly modules: ModuleRef,
  ) {
    super();
  }

  override async evaluate(access: AccessContext): Promise<void> {
    const { request, state, isRead } = access;
    const isMeant = request.headers['idempotency-key'] !== undefined && !isRead;
    const identity = isMeant ? await this.identityOf(access) : null;
    const key = identity === null ? undefined : sentKeyIn(request.headers);
    if (key !== undefined && identity !== null) {
      state.claim = await this.keys.claim({ identity, key, fingerprint: fingerprintOf(request, state) });
    }
  }

  /**
   * Null for an anonymous caller, and for a scope that is too narrow: a later step refuses that, and no kept answer is
   * replayed.
   */
  private async identityOf({ rules, params, request, caller, scopes }: AccessContext): Promise<string | null> {
    if (rules.identifiedBy) {
      const identity = this.modules.get<RequestIdentity>(rules.identifiedBy, { strict: false });
      return identity.of(params, request.headers);
    }
    return caller.isAnonymous || !caller.hasOneOf(scopes) ? null : identityOf(caller);
  }
}

const identityOf = ({ userId, credential, sudoBy }: Caller): string =>
  credential?.kind === 'job' ? jobIdentity(credential.id) : userIdentity(userId, sudoBy);
