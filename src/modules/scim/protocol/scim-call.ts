import type { PresentedScimToken } from '../tokens/scim-token.js';

/** An authorized request of the protocol: the token, and from where it came. */
export interface ScimCall {
  readonly token: PresentedScimToken;
  readonly address: string;
}

const calls = new WeakMap<object, ScimCall>();

/** Keeps which group a SCIM request is about, and whose token it has. */
export function rememberScimCall(request: object, call: ScimCall): void {
  calls.set(request, call);
}

/** What was kept of the request. Throws where it did not pass the guard. */
export function scimCallOf(request: object): ScimCall {
  const call = calls.get(request);
  if (!call) {
    throw new Error('This route is not behind the guard of its protocol.');
  }
  return call;
}
