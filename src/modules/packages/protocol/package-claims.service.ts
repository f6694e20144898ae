import { Injectable } from '@nestjs/common';
import { jobIdentity, userIdentity } from '../../../core/access/idempotency-identity.js';
import { fingerprintOf } from '../../../platform/http/idempotency/fingerprint.js';
import { IdempotencyKeys } from '../../../platform/http/idempotency/idempotency-keys.js';
import { sentKeyIn } from '../../../platform/http/idempotency/sent-key.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { isRead } from '../../../platform/http/write-answer.js';
import { beforeEnd } from './before-end.js';
import type { PackageSubject } from './package-subject.js';

/** Makes writes of package protocols with an Idempotency-Key take effect only once (contract: conventions §12). */
@Injectable()
export class PackageClaimsService {
  constructor(private readonly keys: IdempotencyKeys) {}

  /** Claims the key of an authorized request. Throws the response that is stored for the key, 409 and 422. */
  async claim(request: HttpRequest, response: HttpResponse, subject: PackageSubject): Promise<void> {
    const identity = isRead(request) ? null : identityOf(subject);
    const key = identity === null ? undefined : sentKeyIn(request.headers);
    if (key === undefined || identity === null) {
      return;
    }
    const state = stateOf(request);
    const claim = await this.keys.claim({ identity, key, fingerprint: fingerprintOf(request, state) });
    state.claim = claim;
    beforeEnd(response, (body) => {
      claim.end();
      const text = body === undefined ? null : Buffer.from(body).toString();
      return claim.keep({ status: response.statusCode, text, location: null });
    });
  }
}

/** Null for an anonymous client. */
function identityOf(subject: PackageSubject): string | null {
  switch (subject.kind) {
    case 'anonymous':
      return null;
    case 'deploy_token':
      return `deploy token ${subject.id}`;
    case 'job':
      return jobIdentity(subject.jobId);
    case 'user':
      return userIdentity(subject.account.id, subject.sudoBy ?? null);
  }
}
