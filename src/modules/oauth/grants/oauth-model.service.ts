import OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable } from '@nestjs/common';
import { isUsable } from '../../../core/access/account-state.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { PasswordLoginsService } from '../../../core/sign-in/password-logins.service.js';
import { Env } from '../../../platform/config/env.js';
import { digestOf, randomHex } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';
import type { ClientApplication } from '../applications/application.js';
import { ClientAuthenticationService } from '../clients/client-authentication.service.js';
import { CodesRepository } from '../authorize/codes.repository.js';
import { DeviceRequestsRepository } from '../device/device-requests.repository.js';
import type { DeviceRequest } from '../device/device-requests.repository.js';
import { FamiliesRepository } from '../../../core/oauth-tokens/families/families.repository.js';
import { FamilyRevocationService } from '../../../core/oauth-tokens/families/family-revocation.service.js';
import { resourcesOf } from '../resources.js';
import { KNOWN_SCOPES, requestedScopes } from '../scopes.js';
import type { IssuedToken } from './issued-token.js';
import { TokenIssueService } from './token-issue.service.js';
import type { TokenOwner } from './token-issue.service.js';
import { TokenPairsRepository } from '../../../core/oauth-tokens/token-pairs.repository.js';
import type { Consumption } from '../../../core/oauth-tokens/token-pairs.repository.js';
import { GRANTS_BY_TYPE, offeredGrants } from './index.js';

const TOKEN_BYTES = 32;

/** A caller that has proven who it is, or that need not be an application (contract: oauth §5.3). */
export interface OauthClient extends OAuth2Server.Client {
  readonly application: ClientApplication | null;
}

/** A code as the library sees it: what it was given for, and whether that still holds. */
export interface GrantedCode extends OAuth2Server.AuthorizationCode {
  readonly rowId: number;
  readonly user: TokenOwner & { readonly familyId: number };
  readonly scope: string[];
  readonly isUsed: boolean;
  readonly isLive: boolean;
}

/** A refresh token as the library sees it, with what its authorization is bound to. */
export interface GrantedRefreshToken extends OAuth2Server.RefreshToken {
  readonly user: TokenOwner & { readonly familyId: number; readonly refreshTokenId: number };
  /** Those first granted. */
  readonly scope: string[];
  readonly redirectUri: string | null;
  readonly codeChallenge: string | null;
  readonly isLive: boolean;
}

/** What is stored of the tokens of a request, and what its client is told. */
export type SavedToken = IssuedToken & Pick<OAuth2Server.Token, 'client' | 'user'>;

/**
 * The model of the OAuth library: every question that its token endpoint and its grants ask. One serves all requests;
 * where the library hands on too little of a request, the grants of this folder hand on the rest.
 */
@Injectable()
export class OauthModelService {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly codes: CodesRepository,
    private readonly devices: DeviceRequestsRepository,
    private readonly families: FamiliesRepository,
    private readonly familyRevocation: FamilyRevocationService,
    private readonly pairs: TokenPairsRepository,
    private readonly tokens: TokenIssueService,
    private readonly logins: PasswordLoginsService,
    private readonly settings: SettingsService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /**
   * Runs the steps of a grant in one transaction. A refusal commits, so that what it ended stays ended
   * (contract: oauth §5.1 step 4); any other failure undoes everything.
   */
  async transaction<T>(steps: () => Promise<T>): Promise<T> {
    const outcome = await this.database.transaction(() => steps().catch(refusalIn));
    if (outcome instanceof OAuth2Server.OAuthError) {
      throw outcome;
    }
    return outcome;
  }

  /** Null unless the application has proven that it is the caller (contract: oauth §5). */
  async getClient(uid: string, secret: string | undefined): Promise<OauthClient | null> {
    const application = await this.clients.authenticate(uid, secret);
    const grants = offeredGrants(await this.settings.current()).map(({ type }) => type);
    return application && { id: String(application.id), grants, application };
  }

  /** A caller that names no application; null where the grant or the settings want one (contract: oauth §5.3). */
  async getAnonymousClient(grant: string): Promise<OauthClient | null> {
    const { oauthPasswordGrantWithoutClient } = await this.settings.current();
    const isAllowed = oauthPasswordGrantWithoutClient && GRANTS_BY_TYPE[grant]?.allowsAnonymous === true;
    return isAllowed ? { id: '', grants: [grant], application: null } : null;
  }

  /** Contract: oauth §14.4. */
  validateResource(resources: readonly string[]): boolean {
    const known = resourcesOf(this.env.baseUrl);
    return resources.every((resource) => known.includes(resource));
  }

  /** Locks the code: exchanges of one code follow each other. */
  async getAuthorizationCode(value: string): Promise<GrantedCode | null> {
    const code = await this.codes.lock(value);
    if (!code) {
      return null;
    }
    const { id, familyId, userId, authTime, nonce, redirectUri, isUsed, isLive, codeChallenge } = code;
    return {
      rowId: id,
      authorizationCode: value,
      expiresAt: new Date(code.expiresAt),
      redirectUri,
      scope: [...code.scopes],
      client: { id: String(code.applicationId), grants: ['authorization_code'] },
      user: { userId, familyId, identity: { authTime, nonce } },
      isUsed,
      isLive,
      ...(codeChallenge === null ? {} : { codeChallenge, codeChallengeMethod: 'S256' }),
    };
  }

  /** Marks the code as used; false when it was used before, which ends its family (contract: oauth §5.1 step 4). */
  async revokeAuthorizationCode({ rowId, isUsed, user }: GrantedCode): Promise<boolean> {
    if (isUsed) {
      await this.families.revoke(user.familyId, 'code replayed');
      return false;
    }
    await this.codes.markUsed(rowId);
    return true;
  }

  async getRefreshToken(value: string): Promise<GrantedRefreshToken | null> {
    const token = await this.pairs.findRefreshToken(value);
    if (!token) {
      return null;
    }
    const { id, applicationId, userId, familyId, scopes, redirectUri, codeChallenge, isLive } = token;
    return {
      refreshToken: value,
      client: { id: String(applicationId), grants: ['refresh_token'] },
      user: { userId, familyId, refreshTokenId: id },
      scope: [...scopes],
      redirectUri,
      codeChallenge,
      isLive,
    };
  }

  /** How a refresh token ended that could not be used. */
  async getConsumption({ user }: GrantedRefreshToken): Promise<Consumption | null> {
    const { oauthRefreshReuseWindow } = await this.settings.current();
    return this.pairs.consumptionOf(user.refreshTokenId, oauthRefreshReuseWindow);
  }

  /**
   * Ends the family of a refresh token that somebody uses again (contract: oauth §5.2 step 5); false when it was
   * revoked already.
   */
  revokeToken({ user }: GrantedRefreshToken, address: string): Promise<boolean> {
    return this.familyRevocation.revokeForReuse(user.familyId, user.userId, address);
  }

  /**
   * Null for every reason alike (contract: oauth §5.3). A second factor is refused before the password is looked at,
   * and counts as no failure. Throws 429 after too many failures.
   */
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

  /** Locks the request: polls and exchanges of one device follow each other. */
  getDeviceRequest(deviceCode: string): Promise<DeviceRequest | null> {
    return this.devices.lockByDevice(digestOf(deviceCode));
  }

  noteDevicePoll({ id, isTooSoon }: DeviceRequest): Promise<void> {
    return this.devices.notePoll(id, isTooSoon);
  }

  async revokeReplayedDevice({ familyId }: DeviceRequest): Promise<void> {
    await this.families.revoke(familyId ?? 0, 'code replayed');
  }

  /** Makes the authorization that the user agreed to; its device code is used up by that. */
  async useDeviceRequest({ id, applicationId, scopes, authTime }: DeviceRequest, userId: number): Promise<TokenOwner> {
    const familyId = await this.families.insert({
      applicationId,
      userId,
      hasConsent: true,
      redirectUri: null,
      codeChallenge: null,
      scopes,
      authTime,
    });
    await this.devices.markUsed(id, familyId);
    return { userId, familyId, ...(authTime === null ? {} : { identity: { authTime, nonce: null } }) };
  }

  /**
   * What was granted before is valid. For a new authorization: what the application may have, `sudo` for administrators
   * alone.
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

  /** Null when the refresh token that these replace was used up or revoked before. */
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

/** An error of the library that is an answer to the client; throws any other. */
function refusalIn(error: unknown): OAuth2Server.OAuthError {
  if (!(error instanceof OAuth2Server.OAuthError) || error instanceof OAuth2Server.ServerError) {
    throw error;
  }
  return error;
}
