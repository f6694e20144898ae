import OAuth2Server from '@node-oauth/oauth2-server';
import TokenHandler from '@node-oauth/oauth2-server/lib/handlers/token-handler.js';
import { readIdentification } from '../clients/client-identification.js';
import { GRANTS_BY_TYPE } from '../grants/index.js';
import type { OauthClient } from '../grants/oauth-client.js';
import type { OauthModelService } from '../grants/oauth-model.service.js';
import type { SavedToken } from '../grants/grant-model.js';
import type { TokenRequest } from '../grants/token-request.js';
import { invalidRequest, oauthError } from '../oauth-errors.js';

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * The library's token endpoint with two differences (contract: oauth §5): how clients identify themselves, and the
 * checks between client and grant.
 */
export class TokenEndpoint extends TokenHandler<OauthModelService, SavedToken> {
  constructor(
    model: OauthModelService,
    accessTokenLifetime: number,
    private readonly resources: readonly string[],
  ) {
    super({
      model,
      accessTokenLifetime,
      refreshTokenLifetime: Infinity, // contract: oauth §5.2
      extendedGrantTypes: GRANTS_BY_TYPE,
    });
  }

  /**
   * Replaces the library's client identification, which takes the halves of HTTP Basic undecoded, prefers them to the
   * body, and requires a client and usually a secret; the contract has other rules (contract: oauth §5).
   */
  override async getClient({ authorization, params }: TokenRequest): Promise<OauthClient> {
    const named = readIdentification(authorization, params);
    const client = await (named
      ? this.model.getClient(named.uid ?? '', named.secret)
      : this.model.getAnonymousClient(params.get('grant_type') ?? ''));
    if (!client) {
      throw new OAuth2Server.InvalidClientError('unknown, or not proven');
    }
    return client;
  }

  /**
   * Throws 400 for another resource (contract: oauth §14.4) and for a malformed Idempotency-Key (contract: conventions
   * §12).
   */
  override async handleGrantType(request: TokenRequest, client: OauthClient): Promise<SavedToken> {
    if (!request.params.all('resource').every((resource) => this.resources.includes(resource))) {
      throw oauthError('invalid_target');
    }
    if (request.idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(request.idempotencyKey)) {
      throw invalidRequest();
    }
    return super.handleGrantType(request, client);
  }
}
