import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { forbidden } from '../../../common/errors/catalogue.js';
import { Env } from '../../../platform/config/env.js';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { packagesClosed } from '../access/package-errors.js';
import type { PackageRight } from '../access/package-rights.js';
import { PackageAccessService } from './package-access.service.js';
import { rememberCall } from './package-call.js';
import { PackageLoginsService } from './package-logins.service.js';
import { NEEDS } from './package.decorators.js';
import { accountOf } from './package-subject.js';

/**
 * Authorizes a request of a package protocol for what its route needs (contract: packages §4). Nest makes a guard in the
 * module of each controller, so this one looks for its services in the whole program.
 */
@Injectable()
export class PackageGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
    private readonly env: Env,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.env.packages.enabled) {
      throw packagesClosed();
    }
    const right = this.reflector.get<PackageRight | undefined>(NEEDS, context.getHandler());
    if (!right) {
      throw forbidden();
    }
    await this.authorize(context.switchToHttp().getRequest<HttpRequest>(), right);
    return true;
  }

  private async authorize(request: HttpRequest, right: PackageRight): Promise<void> {
    const state = stateOf(request);
    const { subject, noteUse } = await this.find(PackageLoginsService).of(request);
    const project = await this.find(PackageAccessService).authorize(state.path.id ?? '', subject, right);
    noteUse();
    state.userId = accountOf(subject)?.id ?? state.userId;
    rememberCall(request, { project, subject });
  }

  private find<T>(service: Type<T>): T {
    return this.modules.get(service, { strict: false });
  }
}
