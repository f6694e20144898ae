import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { ApiError } from '../../../common/errors/api-error.js';
import { forbidden } from '../../../common/errors/catalogue.js';
import { RateLimits } from '../../../core/access/rate-limits.js';
import type { CountedCaller } from '../../../core/access/rate-limits.js';
import { ServiceLookup } from '../../../platform/contributions/service-lookup.js';
import { Env } from '../../../platform/config/env.js';
import { refuseCodedBody } from '../../../platform/http/body-coding.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { clientAddressOf, stateOf } from '../../../platform/http/request-state.js';
import { packagesClosed } from '../access/package-errors.js';
import type { PackageRight } from '../access/package-rights.js';
import { PackageAccessService } from './package-access.service.js';
import { rememberCall } from './package-call.js';
import { PackageClaimsService } from './package-claims.service.js';
import { PackageGroupAccessService } from './package-group-access.service.js';
import { PackageLoginsService } from './package-logins.service.js';
import type { PackageLogin } from './package-logins.service.js';
import { PackagePassesService } from './package-passes.service.js';
import { rememberReach } from './package-reach.js';
import { ABOUT, CHECKS_PATH, NEEDS, PASSES } from './package.decorators.js';
import type { PackagePrefix } from './package.decorators.js';
import { PackageSudoService, sudoIn } from './package-sudo.service.js';
import { accountOf } from '../../../core/credentials/account-of.js';
import { ANONYMOUS, sudoerOf } from './package-subject.js';
import type { PackageSubject } from './package-subject.js';
import { refuseHostileValues } from './refuse-hostile-values.js';
import { refuseMissingScope } from './refuse-missing-scope.js';

interface Demand {
  readonly right: PackageRight;
  readonly prefix: PackagePrefix;
  /** Audience of the passes that the route accepts; undefined if it accepts none. */
  readonly audience: string | undefined;
  /** The controller checks the values of its path on its own. */
  readonly checksPath: boolean;
}

const BEARER_PASS = /^bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i;

/**
 * Authorizes a request of a package protocol for what its route needs (contract: packages §4). Nest creates a guard in
 * the module of each controller, so this guard looks up its services globally.
 */
@Injectable()
export class PackageGuard implements CanActivate {
  private readonly services: ServiceLookup;

  constructor(
    private readonly reflector: Reflector,
    modules: ModuleRef,
    private readonly env: Env,
  ) {
    this.services = new ServiceLookup(modules);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.env.packages.enabled) {
      throw packagesClosed();
    }
    const right = this.reflector.get<PackageRight | undefined>(NEEDS, context.getHandler());
    if (!right) {
      throw forbidden();
    }
    const prefix = this.reflector.get<PackagePrefix | undefined>(ABOUT, context.getClass()) ?? 'project';
    const audience = this.reflector.get<string | undefined>(PASSES, context.getClass());
    const http = context.switchToHttp();
    await this.authorize(http.getRequest<HttpRequest>(), http.getResponse<HttpResponse>(), {
      right,
      prefix,
      audience,
      checksPath: this.reflector.get<true | undefined>(CHECKS_PATH, context.getClass()) ?? false,
    });
    return true;
  }

  private async authorize(request: HttpRequest, response: HttpResponse, demand: Demand): Promise<void> {
    const state = stateOf(request);
    if (demand.right !== 'read') {
      refuseCodedBody(request);
    }
    const { subject, noteUse } = await this.identify(request, response, demand);
    await this.remember(request, subject, demand);
    if (!demand.checksPath) {
      refuseHostileValues(state.path);
    }
    await this.services.of(PackageClaimsService).claim(request, response, subject);
    noteUse();
    state.userId = accountOf(subject)?.id ?? state.userId;
    state.sudoBy = sudoerOf(subject)?.id;
    if (demand.right !== 'read') {
      this.services.of(PackageSudoService).noteBeforeEnd(request, response, subject);
    }
  }

  /**
   * A rejected credential is counted against the client address, like a request without one; the rejection is returned
   * until the limit is reached.
   */
  private async identify(request: HttpRequest, response: HttpResponse, demand: Demand): Promise<PackageLogin> {
    const address = clientAddressOf(request);
    const count = (subject: PackageSubject) =>
      this.services.of(RateLimits).count(countedAs(subject, address), response);
    const login = await this.login(request, demand).catch(async (error: unknown) => {
      if (error instanceof ApiError) {
        await count(ANONYMOUS);
      }
      throw error;
    });
    if (login.subject.kind !== 'deploy_token') {
      await count(login.subject); // deploy tokens are valid, but not users: not counted
    }
    const wanted = sudoerOf(login.subject) ? undefined : sudoIn(request); // a pass already contains the user of sudo
    return { ...login, subject: await this.services.of(PackageSudoService).acting(login.subject, wanted, address) };
  }

  private login(request: HttpRequest, { audience }: Demand): Promise<PackageLogin> {
    const pass = BEARER_PASS.exec(request.headers.authorization ?? '')?.[1];
    return audience === undefined || pass === undefined
      ? this.services.of(PackageLoginsService).of(request)
      : this.services.of(PackagePassesService).redeem(pass, audience, request);
  }

  private async remember(request: HttpRequest, subject: PackageSubject, { right, prefix }: Demand): Promise<void> {
    const { id = '' } = stateOf(request).path;
    switch (prefix) {
      case 'project':
        rememberCall(request, {
          project: await this.services.of(PackageAccessService).authorize(id, subject, right),
          subject,
        });
        return;
      case 'group':
        rememberReach(request, {
          subject,
          projectIds: await this.services.of(PackageGroupAccessService).readableProjects(id, subject),
        });
        return;
      case 'instance':
        if (subject.kind === 'user') {
          refuseMissingScope(subject, 'read'); // deploy tokens for publishing sign in here, too
        }
        rememberReach(request, { subject, projectIds: [] });
    }
  }
}

/** Who a request is counted for; under sudo, the real user (contract: conventions §14). */
function countedAs(subject: PackageSubject, address: string): CountedCaller {
  const account = sudoerOf(subject) ?? accountOf(subject);
  return { isAnonymous: account === null, userId: account?.id ?? 0, address, username: account?.username };
}
