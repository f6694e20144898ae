import { createHash } from 'node:crypto';
import type { Application } from '../applications/application.js';
import type { OauthErrorCode } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';

/** Known parameters of the request; others are ignored (contract: oauth §4). */
const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'response_mode',
  'nonce',
  'prompt',
  'max_age',
  'login_hint',
] as const;
type Name = (typeof NAMES)[number];

/** Where to send the answer; the address has been verified to belong to the application. */
export interface ResponseTarget {
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly mode: 'query' | 'form_post';
}

/** A request that has passed every check. */
export interface AuthorizationRequest {
  readonly application: Application;
  readonly to: ResponseTarget;
  readonly scopes: readonly string[];
  readonly codeChallenge: string | null;
  readonly nonce: string | null;
  /** The parameters as sent, so that the form can send them again. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * The result of evaluating a request: the user must sign in first, the application gets an error, or the request is
 * valid.
 */
export type Evaluation =
  | {
      readonly kind: 'sign-in';
      readonly redirectUri: string;
      readonly demand: string | undefined;
      readonly loginHint: string | undefined;
    }
  | { readonly kind: 'refused'; readonly to: ResponseTarget; readonly code: OauthErrorCode }
  | { readonly kind: 'valid'; readonly request: AuthorizationRequest; readonly isConsentDue: boolean };

/** Returns the known parameters that were sent exactly once. */
export const namedParams = (params: ProtocolParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

export const AUTHORIZE_PATH = '/oauth/authorize';

/** The address of the request for GET. */
export const addressOf = (params: Readonly<Record<string, string>>): string =>
  `${AUTHORIZE_PATH}?${new URLSearchParams(params).toString()}`;

export const hasAmbiguous = (params: ProtocolParams): boolean => NAMES.some((name: Name) => params.isAmbiguous(name));

/** Identifies a request independently of the order of its parameters. */
export const fingerprintOf = (params: ProtocolParams): string =>
  createHash('sha256')
    .update(JSON.stringify(namedParams(params)))
    .digest('base64url');

/** Returns the maximum age in seconds of the user's sign-in; undefined if not sent, NaN if malformed. */
export function maxAgeOf(params: ProtocolParams): number | undefined {
  const sent = params.get('max_age');
  return sent === undefined ? undefined : /^\d+$/.test(sent) ? Number(sent) : Number.NaN;
}

/** Contract: oauth §4: errors go to the query or the form, never into a fragment. */
export const responseTargetOf = (params: ProtocolParams, redirectUri: string): ResponseTarget => ({
  redirectUri,
  state: params.get('state'),
  mode: params.get('response_mode') === 'form_post' ? 'form_post' : 'query',
});
