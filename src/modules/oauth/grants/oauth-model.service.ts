import OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable } from '@nestjs/common';
import { isUsable } from '../../../core/access/account-state.js';
import { PasswordLoginsService } from '../../../core/sign-in/password-logins.service.js';
import { randomHex } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';
import { KNOWN_SCOPES, requestedScopes } from '../scopes.js';
import type { GrantModel, SavedToken } from './grant-model.js';
import { GrantedCodesService } from './granted-codes.service.js';
import type { GrantedCode } from './granted-codes.service.js';
import { GrantedDevicesService } from './granted-devices.service.js';
import { GrantedRefreshTokensService } from './granted-refresh-tokens.service.js';
import type { GrantedRefreshToken } from './granted-refresh-tokens.service.js';
import { OauthClientsService } from './oauth-clients.service.js';
import type { OauthClient } from './oauth-client.js';
import { TokenIssueService } from './token-issue.service.js';
import type { TokenOwner } from './token-issue.service.js';
import type { Consumption } from '../../../core/oauth-tokens/token-pairs.repository.js';

const TOKEN_BYTES = 32;

/**
 * The model of the OAuth library for its token endpoint and its grants. One instance serves all requests; where the
 * library passes on too little of a request, the grants in this folder pass on the rest.
 */
@Injectable()
export class OauthModelService implements GrantModel {
  constructor(
    private readonly clients: OauthClientsService,
    private readonly codes: GrantedCodesService,
    private readonly refreshTokens: GrantedRefreshTokensService,
    readonly devices: GrantedDevicesService,
    private readonly tokens: TokenIssueService,
    private readonly logins: PasswordLoginsService,
    private readonly database: Database,
  ) {}

  async transaction<T>(steps: () => Promise<T>): Promise<T> {
    const outcome = await this.database.transaction(() => steps().catch(refusalIn));
    if (outcome instanceof OAuth2Server.OAuthError) {
      throw outcome;
    }
    return outcome;
  }

  /** Returns null if the application could not be authenticated (contract: oauth §5). */
  getClient(uid: string, secret: string | undefined): Promise<OauthClient | null> {
    return this.clients.authenticate(uid, secret);
  }

  /**
   * Returns a caller that names no application; null if the grant or the settings require one (contract: oauth §5.3).
   */
  getAnonymousClient(grant: string): Promise<OauthClient | null> {
    return this.clients.getAnonymous(grant);
  }

  getAuthorizationCode(value: string): Promise<GrantedCode | null> {
    return this.codes.lock(value);
  }

  /** Returns false if the code had been used before, which revokes its family (contract: oauth §5.1 step 4). */
  revokeAuthorizationCode(code: GrantedCode): Promise<boolean> {
    return this.codes.use(code);
  }

  getRefreshToken(value: string): Promise<GrantedRefreshToken | null> {
    return this.refreshTokens.find(value);
  }

  getConsumption(token: GrantedRefreshToken): Promise<Consumption | null> {
    return this.refreshTokens.consumptionOf(token);
  }

  revokeToken(token: GrantedRefreshToken, address: string): Promise<boolean> {
    return this.refreshTokens.revokeForReuse(token, address);
  }

  async getUser(username: string, password: string, _client: OauthClient, address: string): Promise<TokenOwner | null> {
    if ((await this.logins.find(username))?.hasTwoFactor) {
      return null;
    }
    const found = await this.logins.attempt(username, password, address);
    if (!found || !isUsable(found.account) || found.hasTwoFactor) {
      return null;
    }
    return { userId: found.account.id, isAdmin: found.account.isAdmin, familyId: null };
  }

  /**
   * Scopes of an existing authorization are valid. A new one may have the application's scopes, with `sudo` for
   * administrators only.
   */
  validateScope(
    { familyId, isAdmin = false }: TokenOwner,
    { application }: OauthClient,
    scope: readonly string[] = [],
  ): Promise<string[] | null> {
    if (familyId !== null) {
      return Promise.resolve([...scope]);
    }
    const scopes = requestedScopes(scope.join(' '), application?.scopes ?? KNOWN_SCOPES);
    const isValid = scopes !== null && (isAdmin || !scopes.includes('sudo'));
    return Promise.resolve(isValid ? [...scopes] : null);
  }

  generateAccessToken(): Promise<string> {
    return Promise.resolve(randomHex(TOKEN_BYTES));
  }

  generateRefreshToken(): Promise<string> {
    return Promise.resolve(randomHex(TOKEN_BYTES));
  }

  async saveToken(
    { accessToken, refreshToken, scope = [] }: OAuth2Server.Token,
    client: OauthClient,
    owner: TokenOwner,
  ): Promise<SavedToken | null> {
    const issued = await this.tokens.save({
      accessToken,
      refreshToken: refreshToken === '' ? undefined : refreshToken,
      scopes: scope,
      client: client.application,
      owner,
    });
    return issued && { ...issued, client, user: owner };
  }
}

/** Returns an error of the library that is an answer to the client; throws any other. */
function refusalIn(error: unknown): OAuth2Server.OAuthError {
  if (!(error instanceof OAuth2Server.OAuthError) || error instanceof OAuth2Server.ServerError) {
    throw error;
  }
  return error;
}
