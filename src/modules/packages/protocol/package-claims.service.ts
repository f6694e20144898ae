import { Injectable } from '@nestjs/common';
import { fingerprintOf } from '../../../platform/http/idempotency/fingerprint.js';
import type { Claim } from '../../../platform/http/idempotency/claim.js';
import { IdempotencyKeys } from '../../../platform/http/idempotency/idempotency-keys.js';
import { sentKeyIn } from '../../../platform/http/idempotency/sent-key.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { isRead } from '../../../platform/http/write-answer.js';
import type { PackageSubject, UserSubject } from './package-subject.js';

/** A write of a package protocol that carries an Idempotency-Key happens once (contract: conventions §12). */
@Injectable()
export class PackageClaimsService {
  constructor(private readonly keys: IdempotencyKeys) {}

  /** For an authorized request. Throws the answer that the key has already, 409 and 422. */
  async claim(request: HttpRequest, response: HttpResponse, subject: PackageSubject): Promise<void> {
    const identity = isRead(request) ? null : identityOf(subject);
    const key = identity === null ? undefined : sentKeyIn(request.headers);
    if (key === undefined || identity === null) {
      return;
    }
    const state = stateOf(request);
    state.claim = await this.keys.claim({ identity, key, fingerprint: fingerprintOf(request, state) });
    keepBeforeEnd(response, state.claim);
  }
}

/** The same account as elsewhere in the API; null for nobody. */
function identityOf(subject: PackageSubject): string | null {
  switch (subject.kind) {
    case 'anonymous':
      return null;
    case 'deploy_token':
      return `deploy token ${subject.id}`;
    case 'job':
      return `job ${subject.jobId}`;
    case 'user':
      return nameOf(subject);
  }
}

const nameOf = ({ account, sudoBy }: UserSubject): string =>
  sudoBy ? `user ${account.id} by ${sudoBy.id}` : `user ${account.id}`;

/** Handlers of protocols write their short answers themselves: one is kept before the client has it. Refusals are thrown. */
function keepBeforeEnd(response: HttpResponse, claim: Claim): void {
  const end = response.end.bind(response);
  const keepThenEnd = (body?: Uint8Array): HttpResponse => {
    const { statusCode } = response;
    if (statusCode >= 400) {
      return end(body);
    }
    claim.end();
    const text = body === undefined ? null : Buffer.from(body).toString();
    claim.keep({ status: statusCode, text, location: null }).then(
      () => end(body),
      () => response.destroy(),
    );
    return response;
  };
  Object.assign(response, { end: keepThenEnd });
}
