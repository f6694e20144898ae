import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { ScimTokensRepository } from '../tokens/scim-tokens.repository.js';
import { rememberScimCall } from './scim-call.js';
import { scimUnauthorized } from './scim-errors.js';

const BEARER = /^bearer +(slscim_[\w-]+) *$/i;

/** Admits the group's own tokens and nothing else; an unknown group looks like a wrong token (contract: scim-graphql §A1, §A2). */
@Injectable()
export class ScimGuard implements CanActivate {
  constructor(private readonly tokens: ScimTokensRepository) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const secret = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const token = secret === undefined ? null : await this.tokens.findBySecret(secret);
    const { group_path: path = '' } = stateOf(request).path;
    if (token?.group.fullPath.toLowerCase() !== path.toLowerCase()) {
      throw scimUnauthorized();
    }
    this.tokens.noteUse(token.id);
    rememberScimCall(request, { token, address: request.socket.remoteAddress ?? '' });
    return true;
  }
}
