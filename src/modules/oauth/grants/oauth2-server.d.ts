/** Parts of the library that its own types omit: the token endpoint and the grants, which are extended here. */

declare module '@node-oauth/oauth2-server/lib/handlers/token-handler.js' {
  import type OAuth2Server from '@node-oauth/oauth2-server';

  interface TokenHandlerOptions<Model> {
    readonly model: Model;
    readonly accessTokenLifetime: number;
    readonly refreshTokenLifetime: number;
    readonly extendedGrantTypes: Readonly<Record<string, typeof OAuth2Server.AbstractGrantType>>;
  }

  /** Returns the result of the model's `saveToken`. */
  export default class TokenHandler<Model, Saved> {
    constructor(options: TokenHandlerOptions<Model>);
    protected readonly model: Model;
    handle(request: OAuth2Server.Request, response: OAuth2Server.Response): Promise<Saved>;
    getClient(request: OAuth2Server.Request, response: OAuth2Server.Response): Promise<OAuth2Server.Client>;
    handleGrantType(request: OAuth2Server.Request, client: OAuth2Server.Client): Promise<Saved>;
  }
}

declare module '@node-oauth/oauth2-server/lib/grant-types/authorization-code-grant-type.js' {
  import OAuth2Server from '@node-oauth/oauth2-server';

  export default abstract class AuthorizationCodeGrantType<Code extends OAuth2Server.AuthorizationCode, Saved>
    extends OAuth2Server.AbstractGrantType
  {
    handle(request: OAuth2Server.Request, client: OAuth2Server.Client): Promise<Saved>;
    getAuthorizationCode(request: OAuth2Server.Request, client: OAuth2Server.Client): Promise<Code>;
    /** Throws invalid_grant if the model returns false. */
    revokeAuthorizationCode(code: Code): Promise<Code>;
    /** Throws invalid_grant for a wrong verifier, and for a verifier without a challenge. */
    verifyPKCE(request: OAuth2Server.Request, code: Code): void;
    validateRedirectUri(request: OAuth2Server.Request, code: Code): void;
    saveToken(
      user: OAuth2Server.User,
      client: OAuth2Server.Client,
      code: string,
      scope: readonly string[],
    ): Promise<Saved>;
  }
}

declare module '@node-oauth/oauth2-server/lib/grant-types/refresh-token-grant-type.js' {
  import OAuth2Server from '@node-oauth/oauth2-server';

  export default abstract class RefreshTokenGrantType<Token extends OAuth2Server.RefreshToken, Saved>
    extends OAuth2Server.AbstractGrantType
  {
    handle(request: OAuth2Server.Request, client: OAuth2Server.Client): Promise<Saved>;
    getRefreshToken(request: OAuth2Server.Request, client: OAuth2Server.Client): Promise<Token>;
    /** Throws invalid_grant if the model returns false. */
    revokeToken(token: Token): Promise<Token>;
    saveToken(user: OAuth2Server.User, client: OAuth2Server.Client, scope: readonly string[]): Promise<Saved | null>;
  }
}

declare module '@node-oauth/oauth2-server/lib/grant-types/password-grant-type.js' {
  import OAuth2Server from '@node-oauth/oauth2-server';

  export default abstract class PasswordGrantType<Saved> extends OAuth2Server.AbstractGrantType {
    handle(request: OAuth2Server.Request, client: OAuth2Server.Client): Promise<Saved>;
    getUser(request: OAuth2Server.Request, client: OAuth2Server.Client): Promise<OAuth2Server.User>;
    saveToken(
      user: OAuth2Server.User,
      client: OAuth2Server.Client,
      scope: readonly string[] | undefined,
    ): Promise<Saved>;
  }
}
