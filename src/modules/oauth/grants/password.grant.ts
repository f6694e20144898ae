import OAuth2Server from '@node-oauth/oauth2-server';
import PasswordGrantType from '@node-oauth/oauth2-server/lib/grant-types/password-grant-type.js';
import type { Settings } from '../../../core/settings/settings.js';
import { readScope } from '../scopes.js';
import type { TokenOwner } from './token-issue.service.js';
import type { OauthClient } from './oauth-client.js';
import type { GrantModel, SavedToken } from './grant-model.js';
import type { TokenRequest } from './token-request.js';

const { InvalidGrantError, InvalidScopeError } = OAuth2Server;

/** The library's grant, but checks scopes after the password and issues no refresh token (contract: oauth §5.3). */
export class PasswordGrant extends PasswordGrantType<SavedToken> {
  static readonly type = 'password';
  static readonly requiredParams = ['username', 'password'];
  static readonly allowsAnonymous = true;

  declare readonly model: GrantModel;

  static isOffered({ oauthPasswordGrantEnabled }: Settings): boolean {
    return oauthPasswordGrantEnabled;
  }

  override async handle(request: TokenRequest, client: OauthClient): Promise<SavedToken> {
    const owner = await this.getUser(request, client);
    return this.saveToken(owner, client, this.getScope(request));
  }

  /** Accepts any text as a password; the library would refuse some characters with invalid_request. */
  override async getUser({ params, address }: TokenRequest, client: OauthClient): Promise<TokenOwner> {
    const [username, password] = [params.get('username') ?? '', params.get('password') ?? ''];
    const owner = await this.model.getUser(username, password, client, address);
    if (!owner) {
      throw new InvalidGrantError('no such credentials');
    }
    return owner;
  }

  /** The library does not accept commas between scopes (contract: oauth §4). */
  override getScope({ params }: TokenRequest): string[] {
    const scope = readScope(params.get('scope'));
    if (!scope) {
      throw new InvalidScopeError('malformed');
    }
    return [...scope];
  }

  override generateRefreshToken(): Promise<string> {
    return Promise.resolve(''); // none
  }
}
