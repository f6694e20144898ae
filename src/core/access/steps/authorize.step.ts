import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { forbidden, insufficientScope, notFound } from '../../../common/errors/catalogue.js';
import type { AllowRule } from '../allow.decorator.js';
import { FeatureFlags } from '../feature-flags.js';
import { isEnough } from '../is-enough.js';
import type { AccessContext } from '../access-context.js';
import { readId } from '../request.decorators.js';
import { GroupTargetResolver, ProjectTargetResolver, TargetResolver } from '../target-resolver.js';
import { Step } from './step.js';

/**
 * Is the record visible, then role, then scope (contract: conventions §1 steps 8 and 9); the other way round where a page
 * says so.
 */
@Injectable()
export class AuthorizeStep extends Step {
  private readonly resolvers = new Map<unknown, TargetResolver>();

  constructor(
    private readonly modules: ModuleRef,
    private readonly features: FeatureFlags,
  ) {
    super();
  }

  override async evaluate(access: AccessContext): Promise<void> {
    const { allow } = access.rules;
    if (allow.rightsFirst) {
      refuseLowRights(access, null);
    }
    const level = allow.on === 'instance' ? null : await this.admitTo(allow.on, access);
    await this.refuseForeignJob(access);
    refuseLowRights(access, level);
  }

  private async admitTo(on: Exclude<AllowRule['on'], 'instance'>, access: AccessContext): Promise<number | null> {
    const resolver = this.resolverOf(on);
    const target = await resolver.resolve(access.state.path, access.caller);
    if (!target) {
      throw notFound(resolver.resourceName);
    }
    access.target = target;
    return target.level;
  }

  /** Where a switch admits job tokens, it admits those of the project alone (contract: conventions §6.3). */
  private async refuseForeignJob({ rules, caller: { credential }, target }: AccessContext): Promise<void> {
    if (credential?.kind !== 'job' || !rules.jobTokens?.switched) {
      return;
    }
    if (target?.projectId !== credential.projectId || !(await this.features.isOn('ci_job_token_scope'))) {
      throw forbidden();
    }
  }

  private resolverOf(on: Exclude<AllowRule['on'], 'instance'>): TargetResolver {
    const known = this.resolvers.get(on);
    if (known) {
      return known;
    }
    const type = on === 'project' ? ProjectTargetResolver : on === 'group' ? GroupTargetResolver : on;
    const resolver = this.modules.get<TargetResolver>(type, { strict: false });
    this.resolvers.set(on, resolver);
    return resolver;
  }
}

function refuseLowRights(access: AccessContext, level: number | null): void {
  refuseLowRole(access, level);
  if (!access.caller.hasOneOf(access.scopes)) {
    throw insufficientScope(access.scopes);
  }
}

function refuseLowRole({ rules, caller, state }: AccessContext, level: number | null): void {
  const { role, orSelf, reason } = rules.allow;
  const isSelf = orSelf !== undefined && readId(state.path[orSelf]) === caller.userId;
  if (role !== undefined && !isSelf && !isEnough(role, caller, level)) {
    throw forbidden(reason);
  }
}
