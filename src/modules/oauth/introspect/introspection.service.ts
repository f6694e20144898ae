import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { bearerToken } from '../../../common/text/bearer-token.js';
import { BearerAccessService } from '../bearer/bearer-access.service.js';
import { ClientAuthenticationService } from '../clients/client-authentication.service.js';
import { isByBasic } from '../clients/client-identification.js';
import { invalidClient, invalidRequest } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';
import { PresentedTokensRepository } from '../../../core/oauth-tokens/presented-tokens.repository.js';
import type { PresentedToken } from '../../../core/oauth-tokens/presented-token.columns.js';

/** Describes tokens to the applications that own them (contract: oauth §8). */
@Injectable()
export class IntrospectionService {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly bearers: BearerAccessService,
    private readonly tokens: PresentedTokensRepository,
  ) {}

  /**
   * Returns the token if it is valid and belongs to the caller; otherwise null. Throws 400 and 401 for problems with
   * the caller.
   */
  async inspect(request: IncomingMessage, params: ProtocolParams): Promise<PresentedToken | null> {
    const bearer = bearerToken(request.headers.authorization);
    const applicationId = await (bearer === undefined
      ? this.clientId(request, params)
      : this.applicationOf(bearer, request, params));
    const value = params.get('token');
    if (value === undefined) {
      throw invalidRequest();
    }
    const token = value === bearer ? null : await this.tokens.find(value);
    const isOwn = token !== null && token.applicationId !== null && token.applicationId === applicationId;
    return isOwn && !token.isDead && token.isUserActive ? token : null;
  }

  /** Only applications that can authenticate are accepted. */
  private async clientId(request: IncomingMessage, params: ProtocolParams): Promise<number> {
    const client = await this.clients.clientOf(request, params);
    if (!client) {
      throw invalidRequest();
    }
    if (!client.confidential) {
      throw invalidClient(isByBasic(request.headers.authorization));
    }
    return client.id;
  }

  private async applicationOf(
    bearer: string,
    request: IncomingMessage,
    params: ProtocolParams,
  ): Promise<number | null> {
    if (params.has('client_id') || params.has('client_secret')) {
      throw invalidRequest(); // two identifications at once
    }
    return (await this.bearers.live(bearer, request)).token.applicationId;
  }
}
