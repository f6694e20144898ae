import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
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

/** Authorizes a request of a package protocol for what its route needs (contract: packages §4). */
@Injectable()
export class PackageGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly logins: PackageLoginsService,
    private readonly access: PackageAccessService,
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
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const state = stateOf(request);
    const login = await this.logins.of(request);
    const project = await this.access.authorize(state.path.id ?? '', login.subject, right);
    login.noteUse();
    state.userId = accountOf(login.subject)?.id ?? state.userId;
    rememberCall(request, { project, subject: login.subject });
    return true;
  }
}
