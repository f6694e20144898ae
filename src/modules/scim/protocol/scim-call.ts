import type { PresentedScimToken } from '../tokens/scim-token.js';

/** An authorized request of the protocol: the token, and from where it came. */
export interface ScimCall {
  readonly token: PresentedScimToken;
  readonly address: string;
}

const calls = new WeakMap<object, ScimCall>();

export function rememberScimCall(request: object, call: ScimCall): void {
  calls.set(request, call);
}

export function scimCallOf(request: object): ScimCall {
  const call = calls.get(request);
  if (!call) {
    throw new Error('This route is not behind the guard of its protocol.');
  }
  return call;
}
