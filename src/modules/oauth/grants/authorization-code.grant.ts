import OAuth2Server from '@node-oauth/oauth2-server';
import AuthorizationCodeGrantType from '@node-oauth/oauth2-server/lib/grant-types/authorization-code-grant-type.js';
import { refuseMalformedVerifier } from './code-verifier.js';
import type { GrantedCode } from './granted-codes.service.js';
import type { OauthClient } from './oauth-client.js';
import type { GrantModel, SavedToken } from './grant-model.js';
import type { TokenRequest } from './token-request.js';

const { InvalidGrantError, InvalidRequestError } = OAuth2Server;

/**
 * The library's grant with the steps in the order of the contract (contract: oauth §5.1): the facts that a code is
 * bound to are compared after the code was marked as used, in the same transaction.
 */
export class AuthorizationCodeGrant extends AuthorizationCodeGrantType<GrantedCode, SavedToken> {
  static readonly type = 'authorization_code';
  static readonly requiredParams = ['code', 'redirect_uri'];
  static readonly checkParams = refuseMalformedVerifier;

  declare readonly model: GrantModel;

  override handle(request: TokenRequest, client: OauthClient): Promise<SavedToken> {
    return this.model.transaction(() => this.exchange(request, client));
  }

  private async exchange(request: TokenRequest, client: OauthClient): Promise<SavedToken> {
    const code = await this.getAuthorizationCode(request, client);
    refuseMissingVerifier(request, code);
    await this.revokeAuthorizationCode(code);
    refuseEnded(code);
    refuseUnprovable(client, code);
    this.verifyPKCE(request, code);
    this.validateRedirectUri(request, code);
    return this.saveToken(code.user, client, code.authorizationCode, code.scope);
  }

  /** Accepts any text as a code; the library would refuse some characters with invalid_request. */
  override async getAuthorizationCode({ params }: TokenRequest, client: OauthClient): Promise<GrantedCode> {
    const code = await this.model.getAuthorizationCode(params.get('code') ?? '');
    if (code?.client.id !== client.id) {
      throw new InvalidGrantError('unknown'); // not marked as used, so that other clients cannot use up the code
    }
    return code;
  }

  /** Overridden because the library would answer invalid_request. */
  override validateRedirectUri({ params }: TokenRequest, { redirectUri }: GrantedCode): void {
    if (params.get('redirect_uri') !== redirectUri) {
      throw new InvalidGrantError('another redirect_uri');
    }
  }
}

/** Does not consume the code (contract: oauth §5.1 step 3). */
function refuseMissingVerifier({ params }: TokenRequest, { codeChallenge }: GrantedCode): void {
  if (codeChallenge !== undefined && !params.has('code_verifier')) {
    throw new InvalidRequestError('no code_verifier');
  }
}

function refuseEnded({ isLive }: GrantedCode): void {
  if (!isLive) {
    throw new InvalidGrantError('expired or revoked');
  }
}

/** An application that became public after it got its code can present neither a secret nor a verifier. */
function refuseUnprovable({ application }: OauthClient, { codeChallenge }: GrantedCode): void {
  if (!application?.confidential && codeChallenge === undefined) {
    throw new InvalidGrantError('no challenge');
  }
}
