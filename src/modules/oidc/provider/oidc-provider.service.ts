import { Injectable, Logger } from '@nestjs/common';
import { createRemoteJWKSet, customFetch as keyFetch } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { settledWithin } from '../../../common/concurrency/settled-within.js';
import { unknownRoute } from '../../../common/errors/catalogue.js';
import { Clock } from '../../../common/time/clock.js';
import { HOUR_MS } from '../../../common/time/units.js';
import { Env } from '../../../platform/config/env.js';
import { OutboundHttp } from '../../../platform/outbound/outbound-http.js';
import { ExplainedError } from '../../../platform/views/explained-error.js';
import { html } from '../../../platform/views/html.js';
import { fetchThrough } from './oidc-fetch.js';

const KNOWN_FOR_MS = HOUR_MS;
/** Maximum time in ms that the sign-in page waits for the provider. */
const PAGE_WAIT_MS = 500;

/** Permits an issuer without TLS, which must be on this machine. */
const allowPlain: (client: oidc.Configuration) => void = oidc.allowInsecureRequests; // eslint-disable-line @typescript-eslint/no-deprecated

interface KnownProvider {
  readonly client: oidc.Configuration;
  readonly keys: JWTVerifyGetKey;
  readonly readAt: number;
}

/** The configured identity provider, as described by its discovery document (contract: scim-graphql §C1.1). */
@Injectable()
export class OidcProviderService {
  private readonly logger = new Logger('sign-in');
  private known: KnownProvider | undefined;
  private reading: Promise<KnownProvider> | undefined;

  constructor(
    private readonly env: Env,
    private readonly outbound: OutboundHttp,
    private readonly clock: Clock,
  ) {}

  get isSetUp(): boolean {
    return this.env.oidc.issuer !== undefined;
  }

  /** The issuer. Throws 404 without one, like an unknown route. */
  get issuer(): URL {
    const { issuer } = this.env.oidc;
    if (!issuer) {
      throw unknownRoute();
    }
    return issuer;
  }

  /** Throws 404 without an issuer. */
  refuseUnlessSetUp(): void {
    if (!this.isSetUp) {
      throw unknownRoute();
    }
  }

  /** Display name of the provider. */
  get name(): string {
    return this.env.oidc.name ?? this.issuer.host;
  }

  /**
   * Reads the discovery document when first needed and again after an hour. Throws 503 if the provider does not answer.
   */
  async client(): Promise<oidc.Configuration> {
    return (await this.provider()).client;
  }

  /** The signing keys of the provider. Throws like {@link client}. */
  async keys(): Promise<JWTVerifyGetKey> {
    return (await this.provider()).keys;
  }

  /**
   * Returns the origins that forms on the sign-in page may lead to. If the provider does not answer soon, uses only the
   * issuer and any endpoint read before: users who sign in by password should not wait.
   */
  async origins(): Promise<string[]> {
    await settledWithin(PAGE_WAIT_MS, [this.provider()]);
    const endpoint = this.known?.client.serverMetadata().authorization_endpoint;
    return [...new Set([this.issuer.origin, ...(endpoint === undefined ? [] : [new URL(endpoint).origin])])];
  }

  private async provider(): Promise<KnownProvider> {
    if (this.known && this.clock.millis() - this.known.readAt < KNOWN_FOR_MS) {
      return this.known;
    }
    this.reading ??= this.read(this.issuer).finally(() => {
      this.reading = undefined;
    });
    try {
      this.known = await this.reading;
      return this.known;
    } catch (error) {
      if (error instanceof Error && this.isSetUp) {
        this.logger.warn({ issuer: this.issuer.href, error: reasonOf(error) });
      }
      throw this.unreachable();
    }
  }

  private unreachable(): ExplainedError {
    const text = `${this.name} does not answer. Try again later.`;
    return new ExplainedError(503, { message: `503 Service Unavailable - ${text}` }, html`${text}`);
  }

  private async read(issuer: URL): Promise<KnownProvider> {
    const { clientId, clientSecret } = this.env.oidc;
    const fetch = fetchThrough(this.outbound);
    const execute = issuer.protocol === 'http:' ? [allowPlain] : [];
    const found = await oidc.discovery(issuer, clientId, undefined, oidc.None(), {
      [oidc.customFetch]: fetch,
      execute,
    });
    const server = found.serverMetadata();
    refuseUnusable(server);
    const client = new oidc.Configuration(server, clientId, {}, authenticationFor(server, clientSecret));
    client[oidc.customFetch] = fetch;
    execute.forEach((allow) => {
      allow(client);
    });
    oidc.enableNonRepudiationChecks(client); // checks the signature, although the token is received over TLS
    const keys = createRemoteJWKSet(new URL(server.jwks_uri), {
      [keyFetch]: (url, { headers, method }) =>
        fetch(url, { headers: Object.fromEntries(headers), method, body: null, redirect: 'manual' }),
    });
    return { client, keys, readAt: this.clock.millis() };
  }
}

/** Includes the causes, because the library's own message only says that something failed. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${reasonOf(cause)}` : message;
}

/** Endpoints that the flow requires. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
type UsableServer = oidc.ServerMetadata & Readonly<Record<(typeof ENDPOINTS)[number], string>>;

/** Throws if the discovery document lacks one of the endpoints, or contains an invalid one. */
function refuseUnusable(server: oidc.ServerMetadata): asserts server is UsableServer {
  const bad = ENDPOINTS.find((name) => !isWebAddress(server[name]));
  if (bad !== undefined) {
    throw new Error(`The discovery document has no usable ${bad}.`);
  }
}

const isWebAddress = (text: unknown): boolean =>
  typeof text === 'string' && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Uses HTTP Basic unless the provider does not support it. */
function authenticationFor(server: oidc.ServerMetadata, secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) {
    return oidc.None();
  }
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}
