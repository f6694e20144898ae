import type OAuth2Server from '@node-oauth/oauth2-server';
import type { Consumption } from '../../../core/oauth-tokens/token-pairs.repository.js';
import type { GrantedCode } from './granted-codes.service.js';
import type { GrantedDevicesService } from './granted-devices.service.js';
import type { GrantedRefreshToken } from './granted-refresh-tokens.service.js';
import type { IssuedToken } from './issued-token.js';
import type { OauthClient } from './oauth-client.js';
import type { TokenOwner } from './token-issue.service.js';

/** What is stored of the tokens of a request, and what its client is told. */
export type SavedToken = IssuedToken & Pick<OAuth2Server.Token, 'client' | 'user'>;

/** What the grants ask of the library's model, beside what the library asks it for them. */
export interface GrantModel {
  /** For the one grant that the library does not know. */
  readonly devices: GrantedDevicesService;
  /**
   * Runs the steps of a grant in one transaction. A refusal commits, so that what it ended stays ended
   * (contract: oauth §5.1 step 4); any other failure undoes everything.
   */
  transaction<T>(steps: () => Promise<T>): Promise<T>;
  getAuthorizationCode(value: string): Promise<GrantedCode | null>;
  getRefreshToken(value: string): Promise<GrantedRefreshToken | null>;
  /** How a refresh token ended that could not be used. */
  getConsumption(token: GrantedRefreshToken): Promise<Consumption | null>;
  /** False when the family of a token that somebody uses again was revoked already (contract: oauth §5.2 step 5). */
  revokeToken(token: GrantedRefreshToken, address: string): Promise<boolean>;
  /**
   * Null for every reason alike (contract: oauth §5.3). A second factor is refused before the password is looked at,
   * and counts as no failure. Throws 429 after too many failures.
   */
  getUser(username: string, password: string, client: OauthClient, address: string): Promise<TokenOwner | null>;
  /** Null when the refresh token that these replace was used up or revoked before. */
  saveToken(token: OAuth2Server.Token, client: OauthClient, owner: TokenOwner): Promise<SavedToken | null>;
}
