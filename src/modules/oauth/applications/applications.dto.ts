import { IS_BLANK, NOT_A_VALUE } from '../../../common/errors/catalogue.js';
import { Bool, Int, Texts } from '../../../common/params/param.decorators.js';
import { Name } from '../../../common/params/name-rules.js';
import { KNOWN_SCOPES, splitScopes } from '../scopes.js';
import { redirectUrisError, splitRedirectUris } from './redirect-uri.js';

const A_WEEK = 604_800;

const checkUris = (given: string[]): string | undefined => {
  const uris = splitRedirectUris(given);
  return uris.length === 0 ? IS_BLANK : redirectUrisError(uris);
};

const checkScopes = (given: string[]): string | undefined => {
  const scopes = splitScopes(given);
  return scopes.length === 0
    ? IS_BLANK
    : scopes.every((scope) => KNOWN_SCOPES.includes(scope))
      ? undefined
      : NOT_A_VALUE;
};

/** Contract: oauth §3; missing ones are named in this order. */
export class CreateApplicationInput {
  @Name({ required: true }) name: string;
  @Texts({ required: true, isAlsoText: true, check: checkUris }) redirect_uri: string[];
  @Texts({ required: true, isAlsoText: true, check: checkScopes, among: KNOWN_SCOPES }) scopes: string[];
  @Bool() confidential?: boolean;
  @Bool() trusted?: boolean;
}

export class UpdateApplicationInput {
  @Name() name?: string;
  @Texts({ isAlsoText: true, check: checkUris }) redirect_uri?: string[];
  @Texts({ isAlsoText: true, check: checkScopes, among: KNOWN_SCOPES }) scopes?: string[];
  @Bool() confidential?: boolean;
  @Bool() trusted?: boolean;
}

export class RenewSecretInput {
  @Int({ min: 0, max: A_WEEK }) keep_old_for?: number;
}
