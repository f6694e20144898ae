declare module 'simple-oauth2' {
  interface AccessToken {
    readonly token: Readonly<Record<string, unknown>>;
    refresh(params?: { readonly scope?: string }): Promise<AccessToken>;
    revokeAll(): Promise<void>;
  }

  export class AuthorizationCode {
    constructor(options: {
      readonly client: { readonly id: string; readonly secret: string };
      readonly auth: Readonly<Record<'tokenHost' | 'tokenPath' | 'authorizePath' | 'revokePath', string>>;
      readonly options: { readonly authorizationMethod: 'header' | 'body' };
    });
    authorizeURL(params: {
      readonly redirect_uri: string;
      readonly scope: readonly string[];
      readonly state: string;
    }): string;
    getToken(params: {
      readonly code: string;
      readonly redirect_uri: string;
      readonly scope?: string;
    }): Promise<AccessToken>;
  }
}
