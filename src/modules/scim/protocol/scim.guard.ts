import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { anonymousAt, RateLimits } from '../../../core/access/rate-limits.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { clientAddressOf, stateOf } from '../../../platform/http/request-state.js';
import { ScimTokensRepository } from '../tokens/scim-tokens.repository.js';
import { rememberScimCall } from './scim-call.js';
import { scimUnauthorized } from './scim-errors.js';

const BEARER = /^bearer +(slscim_[\w-]+) *$/i;

/**
 * Accepts only the group's own tokens; an unknown group is answered like a wrong token (contract: scim-graphql §A1,
 * §A2).
 */
@Injectable()
export class ScimGuard implements CanActivate {
  constructor(
    private readonly tokens: ScimTokensRepository,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<HttpRequest>();
    const address = clientAddressOf(request);
    const secret = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const token = secret === undefined ? null : await this.tokens.findBySecret(secret);
    const { group_path: path = '' } = stateOf(request).path;
    if (token?.group.fullPath.toLowerCase() !== path.toLowerCase()) {
      await this.limits.count(anonymousAt(address), http.getResponse<HttpResponse>());
      throw scimUnauthorized();
    }
    this.tokens.noteUse(token.id);
    rememberScimCall(request, { token, address });
    return true;
  }
}
