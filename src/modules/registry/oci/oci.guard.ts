import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { queryOf } from '../../../platform/http/query-of.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { denied } from '../registry-errors.js';
import { rememberCall } from './oci-call.js';
import { OciAccessService } from './oci-access.service.js';
import { NEEDS } from './oci.decorators.js';
import type { OciNeed } from './oci.decorators.js';

/** Authorizes a request to `/v2` for what its route needs. */
@Injectable()
export class OciGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly access: OciAccessService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const need = this.reflector.get<OciNeed | undefined>(NEEDS, context.getHandler());
    if (!need) {
      throw denied('closed');
    }
    await this.authorize(context.switchToHttp().getRequest<HttpRequest>(), need);
    return true;
  }

  private async authorize(request: HttpRequest, { right, late = false }: OciNeed): Promise<void> {
    const { authorization } = request.headers;
    if (right === 'login') {
      return this.access.admitLogin(authorization);
    }
    if (right === 'catalog') {
      return this.access.admitToCatalog(authorization);
    }
    const query = queryOf(request);
    const from = query.has('mount') ? query.get('from') : null;
    const name = stateOf(request).path.name ?? '';
    rememberCall(request, await this.access.authorize(authorization, { name, right, late, from }));
  }
}
