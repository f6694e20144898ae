import type { ApiError } from '../../../common/errors/api-error.js';
import type { ImagePlace } from '../auth/image-place.js';
import type { SubjectRef } from '../auth/registry-subject.js';
import type { RegistryToken } from '../auth/registry-tokens.js';

/** An admitted request to a repository of `/v2`. */
export interface OciCall {
  /** The whole image name, lower case. */
  readonly name: string;
  readonly place: ImagePlace;
  readonly token: RegistryToken;
  /** The refusal that is due unless a push that began in time goes on; null for a token that lives (contract: registry §9.7). */
  readonly expired: ApiError | null;
}

/** How an upload session remembers who opened it. */
export const subjectKey = (subject: SubjectRef | null): string =>
  subject ? `${subject.kind}:${subject.id}` : 'anonymous';

const calls = new WeakMap<object, OciCall>();

export function rememberCall(request: object, call: OciCall): void {
  calls.set(request, call);
}

export function callOf(request: object): OciCall {
  const call = calls.get(request);
  if (!call) {
    throw new Error('This route did not say what it needs.');
  }
  return call;
}
