import type { IncomingMessage } from 'node:http';
import OAuth2Server from '@node-oauth/oauth2-server';
import { Inject, Injectable } from '@nestjs/common';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import type { ClientApplication } from '../applications/application.js';
import { ClientAuthenticationService } from '../clients/client-authentication.service.js';
import { Grant, GRANT_LIST } from '../grants/grant.js';
import type { GrantCall } from '../grants/grant.js';
import { invalidClient, invalidRequest, isOauthErrorCode, oauthError } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';
import { resourcesOf } from '../resources.js';
import type { IssuedToken } from '../tokens/issued-token.js';

/** Turns grants into tokens (contract: oauth §5). */
@Injectable()
export class TokenService {
  constructor(
    @Inject(GRANT_LIST) private readonly grants: readonly Grant[],
    private readonly clients: ClientAuthenticationService,
    private readonly settings: SettingsService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Judged in this order: grant type, its parameters, client, grant, scope. Throws 400, 401, 429. */
  async issue(request: IncomingMessage, params: ProtocolParams): Promise<IssuedToken> {
    const grant = await this.grantOf(params);
    if (grant.demands.some((name) => !params.has(name))) {
      throw invalidRequest();
    }
    grant.check(params);
    const client = await this.clientOf(request, params, grant);
    this.refuseOtherResources(params);
    const address = request.socket.remoteAddress ?? '';
    const call = { params, client, address, attempt: attemptOf(request) };
    return this.run(grant, call);
  }

  /** The grants that are offered now, as the metadata names them. */
  async offered(): Promise<readonly string[]> {
    const settings = await this.settings.current();
    return this.grants.filter((grant) => grant.isNamed && grant.isOffered(settings)).map(({ type }) => type);
  }

  private refuseOtherResources(params: ProtocolParams): void {
    const known = resourcesOf(this.env.baseUrl);
    if (!params.all('resource').every((resource) => known.includes(resource))) {
      throw oauthError('invalid_target');
    }
  }

  private async grantOf(params: ProtocolParams): Promise<Grant> {
    const type = params.get('grant_type');
    if (type === undefined) {
      throw invalidRequest();
    }
    const grant = this.grants.find((one) => one.type === type);
    if (!grant?.isOffered(await this.settings.current())) {
      throw oauthError('unsupported_grant_type');
    }
    return grant;
  }

  private async clientOf(
    request: IncomingMessage,
    params: ProtocolParams,
    grant: Grant,
  ): Promise<ClientApplication | null> {
    const client = await this.clients.clientOf(request, params);
    const mayBeNobody = !grant.needsClient && (await this.settings.current()).oauthPasswordGrantWithoutClient;
    if (!client && !mayBeNobody) {
      throw invalidClient(false);
    }
    return client;
  }

  /** What a grant did before it refused, such as ending a family, is kept; what failed otherwise is undone. */
  private async run(grant: Grant, call: GrantCall): Promise<IssuedToken> {
    const attempt = () => walk(grant, call);
    const outcome = await (grant.isOneTransaction ? this.database.transaction(attempt) : attempt());
    if (outcome instanceof OAuth2Server.OAuthError) {
      throw isOauthErrorCode(outcome.name) ? oauthError(outcome.name) : outcome;
    }
    return outcome;
  }
}

const ATTEMPT = /^[\x20-\x7e]{1,255}$/;

/** Throws 400 for a malformed key (contract: conventions §12). */
function attemptOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['idempotency-key']?.toString();
  if (key !== undefined && !ATTEMPT.test(key)) {
    throw invalidRequest();
  }
  return key;
}

/** Lets the library walk through the grant; a refusal is an answer, any other failure is thrown. */
async function walk(grant: Grant, call: GrantCall): Promise<IssuedToken | OAuth2Server.OAuthError> {
  const taken: { issued?: IssuedToken } = {};
  const model = grant.modelFor(call, (issued) => {
    taken.issued = issued;
  });
  try {
    await new OAuth2Server({ model }).token(libraryRequest(grant, call), new OAuth2Server.Response(), {
      requireClientAuthentication: { [grant.type]: false },
      ...(grant.steps ? { extendedGrantTypes: { [grant.type]: grant.steps } } : {}),
    });
  } catch (error) {
    return taken.issued?.isReplay ? taken.issued : refusalIn(error);
  }
  if (!taken.issued) {
    throw new Error(`The grant ${grant.type} made no token.`);
  }
  return taken.issued;
}

/**
 * The request as the library sees it: stand-ins where it would check characters or compare what the model knows better,
 * since the contract takes any text.
 */
function libraryRequest({ type }: Grant, { params }: GrantCall): OAuth2Server.Request {
  const verifier = params.get('code_verifier');
  return new OAuth2Server.Request({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    query: {},
    body: {
      grant_type: type,
      client_id: 'client',
      code: 'code',
      refresh_token: 'token',
      username: 'user',
      password: 'password',
      ...(verifier === undefined ? {} : { code_verifier: verifier }),
    },
  });
}

/** The library wraps what it does not know; the failure itself goes on. */
function refusalIn(error: unknown): OAuth2Server.OAuthError {
  if (error instanceof OAuth2Server.ServerError && 'inner' in error) {
    throw error.inner;
  }
  if (!(error instanceof OAuth2Server.OAuthError) || error instanceof OAuth2Server.ServerError) {
    throw error;
  }
  return error;
}
