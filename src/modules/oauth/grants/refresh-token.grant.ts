import OAuth2Server from '@node-oauth/oauth2-server';
import RefreshTokenGrantType from '@node-oauth/oauth2-server/lib/grant-types/refresh-token-grant-type.js';
import type { ProtocolParams } from '../protocol-params.js';
import { readScope } from '../scopes.js';
import { matchesChallenge } from './code-verifier.js';
import type { GrantedRefreshToken } from './granted-refresh-tokens.service.js';
import type { OauthClient } from './oauth-client.js';
import type { GrantModel, SavedToken } from './grant-model.js';
import { RefreshReplay } from './refresh-replay.js';
import type { TokenRequest } from './token-request.js';

const { InvalidGrantError, InvalidScopeError } = OAuth2Server;

/**
 * The library's grant with the steps in the order of the contract (contract: oauth §5.2): scopes are compared before
 * anything is revoked. One statement, and thus one transaction, uses up the token and stores the new pair.
 */
export class RefreshTokenGrant extends RefreshTokenGrantType<GrantedRefreshToken, SavedToken> {
  static readonly type = 'refresh_token';
  static readonly requiredParams = ['refresh_token'];

  declare readonly model: GrantModel;

  override async handle(request: TokenRequest, client: OauthClient): Promise<SavedToken> {
    const token = await this.getRefreshToken(request, client);
    const scope = narrowedScope(request.params, token);
    refuseEnded(token);
    const replay = replayOf(request);
    const owner = replay ? { ...token.user, replay } : token.user;
    return (await this.saveToken(owner, client, scope)) ?? this.answerReuse(token, client, request, replay);
  }

  /** Accepts any text as a token; the library would refuse some characters with invalid_request. */
  override async getRefreshToken({ params }: TokenRequest, client: OauthClient): Promise<GrantedRefreshToken> {
    const token = await this.model.getRefreshToken(params.get('refresh_token') ?? '');
    if (token?.client.id !== client.id || !isBoundTo(token, params)) {
      throw new InvalidGrantError('unknown');
    }
    return token;
  }

  /**
   * Repeats the answer for the same attempt. A token that is reused too late for a race causes its family to be revoked
   * (contract: oauth §5.2, §14.2).
   */
  private async answerReuse(
    token: GrantedRefreshToken,
    client: OauthClient,
    { address }: TokenRequest,
    replay: RefreshReplay | undefined,
  ): Promise<SavedToken> {
    const consumption = await this.model.getConsumption(token);
    if (consumption?.isOld) {
      await this.model.revokeToken(token, address);
      throw new InvalidGrantError('reused');
    }
    const issued = consumption && replay?.open(consumption);
    if (!issued) {
      throw new InvalidGrantError('consumed or revoked');
    }
    return { ...issued, isReplay: true, client, user: token.user };
  }
}

const replayOf = ({ idempotencyKey, params }: TokenRequest): RefreshReplay | undefined =>
  idempotencyKey === undefined ? undefined : new RefreshReplay(idempotencyKey, params.get('refresh_token') ?? '');

/** Standard clients send neither parameter; one that is sent must match (contract: oauth §5.2 step 3). */
function isBoundTo({ redirectUri, codeChallenge }: GrantedRefreshToken, params: ProtocolParams): boolean {
  const [uri, verifier] = [params.get('redirect_uri'), params.get('code_verifier')];
  return (
    (uri === undefined || uri === redirectUri) && (verifier === undefined || matchesChallenge(verifier, codeChallenge))
  );
}

/** The library does not accept commas between scopes, and does not remove duplicates (contract: oauth §4). */
function narrowedScope(params: ProtocolParams, { scope }: GrantedRefreshToken): readonly string[] {
  const asked = readScope(params.get('scope'));
  if (!asked?.every((name) => scope.includes(name))) {
    throw new InvalidScopeError('more than granted');
  }
  return asked.length === 0 ? scope : asked;
}

function refuseEnded({ isLive }: GrantedRefreshToken): void {
  if (!isLive) {
    throw new InvalidGrantError('revoked');
  }
}
