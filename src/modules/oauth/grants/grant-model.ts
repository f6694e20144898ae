import type OAuth2Server from '@node-oauth/oauth2-server';
import type { Consumption } from '../../../core/oauth-tokens/token-pairs.repository.js';
import type { GrantedCode } from './granted-codes.service.js';
import type { GrantedDevicesService } from './granted-devices.service.js';
import type { GrantedRefreshToken } from './granted-refresh-tokens.service.js';
import type { IssuedToken } from './issued-token.js';
import type { OauthClient } from './oauth-client.js';
import type { TokenOwner } from './token-issue.service.js';

/** The stored tokens of a request, and the answer to its client. */
export type SavedToken = IssuedToken & Pick<OAuth2Server.Token, 'client' | 'user'>;

/** What the grants require of the library's model, in addition to what the library itself requires. */
export interface GrantModel {
  /** For the device grant, which the library does not provide. */
  readonly devices: GrantedDevicesService;
  /**
   * Runs the steps of a grant in one transaction. A refusal commits, so that its revocations persist (contract: oauth
   * §5.1 step 4); any other failure rolls everything back.
   */
  transaction<T>(steps: () => Promise<T>): Promise<T>;
  getAuthorizationCode(value: string): Promise<GrantedCode | null>;
  getRefreshToken(value: string): Promise<GrantedRefreshToken | null>;
  /** Returns how a refresh token ended that could not be used. */
  getConsumption(token: GrantedRefreshToken): Promise<Consumption | null>;
  /** Returns false if the family of a reused token had already been revoked (contract: oauth §5.2 step 5). */
  revokeToken(token: GrantedRefreshToken, address: string): Promise<boolean>;
  /**
   * Returns null without distinguishing the reason (contract: oauth §5.3). A user with a second factor is refused
   * before the password is checked, which does not count as a failure. Throws 429 after too many failures.
   */
  getUser(username: string, password: string, client: OauthClient, address: string): Promise<TokenOwner | null>;
  /** Returns null if the refresh token to be replaced has already been used or revoked. */
  saveToken(token: OAuth2Server.Token, client: OauthClient, owner: TokenOwner): Promise<SavedToken | null>;
}
