import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { forbidden, insufficientScope, notFound } from '../../../common/errors/catalogue.js';
import { FeatureFlags } from '../feature-flags.js';
import { isEnough } from '../is-enough.js';
import type { ParameterCredential } from '../authorized-by.decorator.js';
import type { AccessContext } from '../access-context.js';
import { readId } from '../request.decorators.js';
import { Role } from '../role.js';
import type { TargetResolver } from '../target-resolver.js';
import { TargetResolvers } from '../target-resolvers.js';
import { Step } from './step.js';

/**
 * Checks whether the record is visible, then the role, the scope and the credential of {@link AuthorizedBy}; role and
 * scope come first where `@Allow` says so (contract: conventions §1 steps 8 and 9).
 */
@Injectable()
export class AuthorizeStep extends Step {
  constructor(
    private readonly resolvers: TargetResolvers,
    private readonly features: FeatureFlags,
    private readonly modules: ModuleRef,
  ) {
    super();
  }

  override async evaluate(access: AccessContext): Promise<void> {
    const { allow, authorizedBy } = access.rules;
    if (allow.rightsFirst) {
      refuseLowRights(access, null);
    }
    const resolver = this.resolvers.of(allow.on);
    const level = resolver ? await this.admitTo(resolver, access) : null;
    await this.refuseForeignJob(access);
    refuseLowRights(access, level);
    if (authorizedBy) {
      await this.modules.get<ParameterCredential>(authorizedBy, { strict: false }).check(access.params);
    }
  }

  private async admitTo(resolver: TargetResolver, access: AccessContext): Promise<number | null> {
    const target = await resolver.resolve(access.state.path, access.caller);
    if (!target || (access.rules.allow.membersOnly && !access.caller.isAtLeast(Role.Guest, target.level))) {
      throw notFound(resolver.resourceName);
    }
    access.target = target;
    return target.level;
  }

  /**
   * Where a feature flag admits job tokens, it admits only those of the target's own project (contract: conventions
   * §6.3).
   */
  private async refuseForeignJob({ rules, caller: { credential }, target }: AccessContext): Promise<void> {
    if (credential?.kind !== 'job' || !rules.jobTokens?.switched) {
      return;
    }
    if (target?.projectId !== credential.projectId || !(await this.features.isOn('ci_job_token_scope'))) {
      throw forbidden();
    }
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
