import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { CLIENT_ID } from './identity-provider.js';

const SECRET = 'secret-0123456789';

/** The provider of the library `oidc-provider`: one person, who signs in by a button. */
export class OidcProvider {
  private constructor(
    private readonly server: Server,
    private readonly provider: Provider,
    readonly url: string,
  ) {}

  /** `claims` are what it tells of the person; `callbackOrigin` is the service that trusts it. */
  static async start(claims: { readonly sub: string; readonly email: string }, callbackOrigin: string) {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(url, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: SECRET,
          redirect_uris: [`${callbackOrigin}/users/auth/oidc/callback`],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...claims, email_verified: true }) }),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      cookies: { keys: ['a key of the test'] },
    });
    const started = new OidcProvider(server, provider, url);
    const serve = provider.callback();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void (request.url?.startsWith('/interaction/')
        ? started.interact(request, response, claims.sub)
        : serve(request, response));
    });
    return started;
  }

  settings(): Record<string, string> {
    return { OIDC_ISSUER: this.url, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: SECRET, OIDC_NAME: 'Acme' };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** A page with a button; its form signs in and consents. */
  private async interact(request: IncomingMessage, response: ServerResponse, sub: string): Promise<void> {
    if (request.method === 'GET') {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>Acme</title><form method="post"><button>Continue</button></form>');
      return;
    }
    const { prompt, params } = await this.provider.interactionDetails(request, response);
    const result =
      prompt.name === 'login'
        ? { login: { accountId: sub } }
        : { consent: { grantId: await this.grant(sub, String(params.client_id)) } };
    await this.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  }

  private grant(accountId: string, clientId: string): Promise<string> {
    const grant = new this.provider.Grant({ accountId, clientId });
    grant.addOIDCScope('openid profile email');
    return grant.save();
  }
}
