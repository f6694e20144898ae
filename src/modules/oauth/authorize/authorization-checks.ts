import type { Account } from '../../../core/access/caller.js';
import type { Application } from '../applications/application.js';
import type { OauthErrorCode } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';
import { requestedScopes } from '../scopes.js';
import { hasAmbiguous, maxAgeOf } from './authorization-request.js';

interface Facts {
  readonly params: ProtocolParams;
  readonly application: Application;
  readonly account: Account;
  /** The addresses that `resource` may contain. */
  readonly resources: readonly string[];
}

type Check = (facts: Facts) => OauthErrorCode | undefined;

const CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;

const repeated: Check = ({ params }) => (hasAmbiguous(params) ? 'invalid_request' : undefined);

const maxAge: Check = ({ params }) => (Number.isNaN(maxAgeOf(params)) ? 'invalid_request' : undefined);

const responseType: Check = ({ params }) => {
  const type = params.get('response_type');
  if (type === undefined) {
    return 'invalid_request';
  }
  return type === 'code' ? undefined : 'unsupported_response_type';
};

/** The contract specifies a separate error code for this. */
const responseMode: Check = ({ params }) =>
  ['query', 'form_post', undefined].includes(params.get('response_mode')) ? undefined : 'unsupported_response_mode';

const scope: Check = ({ params, application, account }) =>
  scopesOf(params, application)?.every((name) => name !== 'sudo' || account.isAdmin) ? undefined : 'invalid_scope';

const challengeOfPublic: Check = ({ params, application }) =>
  application.confidential || params.has('code_challenge') ? undefined : 'invalid_request';

const challenge: Check = ({ params }) => {
  const [value, method] = [params.get('code_challenge'), params.get('code_challenge_method')];
  if (value === undefined && method === undefined) {
    return undefined;
  }
  return value !== undefined && CHALLENGE.test(value) && method === 'S256' ? undefined : 'invalid_request';
};

const resource: Check = ({ params, resources }) =>
  params.all('resource').every((uri) => resources.includes(uri)) ? undefined : 'invalid_target';

/** In the order of the contract, from the sixth check on (contract: oauth §4). */
const CHECKS: readonly Check[] = [
  repeated,
  maxAge,
  responseType,
  responseMode,
  scope,
  challengeOfPublic,
  challenge,
  resource,
];

/** Returns the first fault of a request whose application, redirect address and user are known. */
export function faultOf(facts: Facts): OauthErrorCode | undefined {
  for (const check of CHECKS) {
    const fault = check(facts);
    if (fault) {
      return fault;
    }
  }
  return undefined;
}

export const scopesOf = (params: ProtocolParams, application: Application): readonly string[] | null =>
  requestedScopes(params.get('scope'), application.scopes);
