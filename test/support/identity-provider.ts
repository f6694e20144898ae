import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { CryptoKey } from 'jose';
import type { Answer } from './api-client.js';
import type { TestApp } from './app.js';
import { formsOf, WebBrowser } from './web-browser.js';

export const CLIENT_ID = 'slipway';
const KEY_ID = 'key';
export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

type Claims = Readonly<Record<string, unknown>>;

/** What is wrong with a token, if anything is. */
export interface Forgery {
  readonly claims?: Claims;
  readonly algorithm?: 'none' | 'another key';
}

/** An identity provider that says whatever a test wants it to say. */
export class IdentityProvider {
  /** What the next ID token says besides the usual. */
  says: Claims = {};
  forgery: Forgery = {};
  /** What its userinfo endpoint says; it has none unless the discovery document names it. */
  userinfo: Claims = {};
  /** What its discovery document says besides the usual, or instead. */
  discovery: Claims = {};
  /** What its token endpoint answers in place of tokens. */
  tokenError: Claims | null = null;
  /** The nonce of the sign-in that is under way. */
  nonce = '';

  private constructor(
    private readonly server: Server,
    private readonly key: CryptoKey,
    private readonly otherKey: CryptoKey,
  ) {}

  static async start(): Promise<IdentityProvider> {
    const [keys, others] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' };
    const server = createServer((request, response) => {
      request.resume();
      const answer = async (): Promise<unknown> => {
        switch (request.url?.split('?')[0]) {
          case '/.well-known/openid-configuration':
            return provider.document;
          case '/keys':
            return { keys: [jwk] };
          case '/userinfo':
            return provider.userinfo;
          case '/token':
            return (
              provider.tokenError ?? {
                access_token: 'access',
                token_type: 'Bearer',
                id_token: await provider.idToken(),
              }
            );
          default:
            return {};
        }
      };
      void answer().then((body) => {
        const isError = request.url === '/token' && provider.tokenError !== null;
        response.writeHead(isError ? 400 : 200, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
    const provider = new IdentityProvider(server, keys.privateKey, others.privateKey);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The settings of a service that trusts it. */
  settings(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      OIDC_ISSUER: this.url,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_NAME: 'Acme',
      ...more,
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The person with these claims signs in there; answers what the browser sees when it comes back. */
  async signIn(app: TestApp, claims: Claims, browser = new WebBrowser(app.url)): Promise<SignedIn> {
    this.says = claims;
    const callback = await this.callbackOf(browser);
    return { browser, answer: await browser.get(callback), callback };
  }

  /** Presses the button, and answers where the provider would send the browser. */
  async callbackOf(browser: WebBrowser, page = '/users/sign_in'): Promise<string> {
    const sent = await this.press(browser, page);
    const asked = new URL(sent.headers.get('location') ?? '').searchParams;
    this.nonce = asked.get('nonce') ?? '';
    const back = new URL(asked.get('redirect_uri') ?? '');
    return `${back.pathname}?code=code&state=${encodeURIComponent(asked.get('state') ?? '')}&iss=${encodeURIComponent(this.url)}`;
  }

  /** Sends the form of the button. */
  async press(browser: WebBrowser, page = '/users/sign_in'): Promise<Answer> {
    const shown = await browser.get(page);
    const form = formsOf(shown.text).find(({ action }) => action === '/users/auth/oidc');
    return browser.post('/users/auth/oidc', { ...form?.fields });
  }

  /** A token that says that a session ended there. */
  async logoutToken(claims: Claims, forgery: Forgery = {}): Promise<string> {
    const usual = { jti: randomUUID(), events: { [LOGOUT_EVENT]: {} }, ...this.times() };
    return this.signed({ ...usual, ...claims, ...forgery.claims }, forgery);
  }

  private idToken(): Promise<string> {
    const usual = { sub: 'nobody', nonce: this.nonce, ...this.times() };
    return this.signed({ ...usual, ...this.says, ...this.forgery.claims }, this.forgery);
  }

  private times(): Claims {
    const now = Math.floor(Date.now() / 1000);
    return { iss: this.url, aud: CLIENT_ID, iat: now, exp: now + 60 };
  }

  private signed(claims: Claims, { algorithm }: Forgery): Promise<string> {
    if (algorithm === 'none') {
      return Promise.resolve(new UnsecuredJWT(claims).encode());
    }
    const key = algorithm === 'another key' ? this.otherKey : this.key;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID }).sign(key);
  }

  private get document(): Claims {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      ...this.discovery,
    };
  }
}

export interface SignedIn {
  readonly browser: WebBrowser;
  readonly answer: Answer;
  /** Path and query by which the browser came back. */
  readonly callback: string;
}
