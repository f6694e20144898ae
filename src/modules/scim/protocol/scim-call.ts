import type { PresentedScimToken } from '../tokens/scim-token.js';

/** An authorized request of the protocol: the token, and the client's address. */
export interface ScimCall {
  readonly token: PresentedScimToken;
  readonly address: string;
}

const calls = new WeakMap<object, ScimCall>();

/** Stores the group and the token of a SCIM request. */
export function rememberScimCall(request: object, call: ScimCall): void {
  calls.set(request, call);
}

/** Returns the group and the token of the request. Throws when it did not pass the guard. */
export function scimCallOf(request: object): ScimCall {
  const call = calls.get(request);
  if (!call) {
    throw new Error('This route is not behind the guard of its protocol.');
  }
  return call;
}
