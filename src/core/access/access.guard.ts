import { Inject, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { HttpRequest, HttpResponse } from '../../platform/http/http-types.js';
import { forbidden } from '../../common/errors/catalogue.js';
import { NO_LISTS } from '../../common/params/form-encoding.js';
import { listsOf } from '../../common/params/param-registry.js';
import { stateOf } from '../../platform/http/request-state.js';
import { ALLOW, JOB_TOKENS, WATCHES_REUSE, WITHOUT_CALLER } from './allow.decorator.js';
import type { AllowRule } from './allow.decorator.js';
import { AUTHORIZED_BY } from './authorized-by.decorator.js';
import { IDENTIFIED_BY } from './identified-by.decorator.js';
import { AccessContext, remember } from './access-context.js';
import type { RouteRules } from './access-context.js';
import { READS_OWN_BODY } from './reads-own-body.decorator.js';
import { bodyLimitsOf } from './body-limits.decorator.js';
import type { MetadataTargets } from './body-limits.decorator.js';
import { inputClassOf, pagingOf } from './request.decorators.js';
import { REQUEST_STEPS } from './steps/index.js';
import type { Step } from './steps/step.js';
import { UNTHROTTLED } from './unthrottled.decorator.js';

/** Checks every request of the API in the contract's order (contract: conventions §1). */
@Injectable()
export class AccessGuard implements CanActivate {
  /** By controller and handler: controllers may share handlers and differ in who may call them. */
  private readonly rules = new WeakMap<object, WeakMap<object, RouteRules | 'public'>>();

  constructor(
    private readonly reflector: Reflector,
    @Inject(REQUEST_STEPS) private readonly steps: readonly Step[],
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rules = this.rules.get(context.getClass())?.get(context.getHandler()) ?? this.compile(context);
    if (rules === 'public') {
      return true;
    }
    const http = context.switchToHttp();
    const request = http.getRequest<HttpRequest>();
    const access = new AccessContext(request, http.getResponse<HttpResponse>(), stateOf(request), rules);
    remember(access);
    for (const step of this.steps) {
      await step.evaluate(access);
    }
    return true;
  }

  private compile(context: ExecutionContext): RouteRules | 'public' {
    const targets = [context.getHandler(), context.getClass()];
    const allow = this.reflector.getAllAndOverride<AllowRule | 'public' | undefined>(ALLOW, targets);
    if (allow === undefined) {
      throw forbidden(); // closed by default; a test over all routes finds such a route
    }
    const rules = allow === 'public' ? allow : { allow, ...this.factsOf(context, targets) };
    this.keep(context, rules);
    return rules;
  }

  /** What the other decorators of the route say. */
  private factsOf(context: ExecutionContext, targets: MetadataTargets): Omit<RouteRules, 'allow'> {
    const [controller, method] = [context.getClass(), context.getHandler().name];
    const input = inputClassOf(controller, method);
    const isMarked = (mark: symbol) => this.reflector.getAllAndOverride<boolean | undefined>(mark, targets) ?? false;
    return {
      input,
      lists: input ? listsOf(input) : NO_LISTS,
      paging: pagingOf(controller, method),
      body: bodyLimitsOf(this.reflector, targets),
      jobTokens: this.reflector.getAllAndOverride<RouteRules['jobTokens']>(JOB_TOKENS, targets),
      unthrottled: this.reflector.getAllAndOverride<RouteRules['unthrottled']>(UNTHROTTLED, targets),
      identifiedBy: this.reflector.getAllAndOverride<RouteRules['identifiedBy']>(IDENTIFIED_BY, targets),
      authorizedBy: this.reflector.getAllAndOverride<RouteRules['authorizedBy']>(AUTHORIZED_BY, targets),
      watchesReuse: isMarked(WATCHES_REUSE),
      withoutCaller: isMarked(WITHOUT_CALLER),
      readsOwnBody: isMarked(READS_OWN_BODY),
    };
  }

  private keep(context: ExecutionContext, rules: RouteRules | 'public'): void {
    const ofController = this.rules.get(context.getClass()) ?? new WeakMap<object, RouteRules | 'public'>();
    this.rules.set(context.getClass(), ofController.set(context.getHandler(), rules));
  }
}
