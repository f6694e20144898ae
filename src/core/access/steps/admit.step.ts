import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { forbidden, insufficientScope, notFound } from '../../../common/errors/catalogue.js';
import type { AllowRule } from '../allow.decorator.js';
import type { Caller } from '../caller.js';
import { FeatureFlags } from '../feature-flags.js';
import type { Judgement } from '../judgement.js';
import { readId } from '../request.decorators.js';
import { GroupTargetResolver, ProjectTargetResolver, TargetResolver } from '../target-resolver.js';
import { Step } from './step.js';

/** Is the record visible, then role, then scope (contract: conventions §1 steps 8 and 9). */
@Injectable()
export class AdmitStep extends Step {
  private readonly resolvers = new Map<unknown, TargetResolver>();

  constructor(
    private readonly modules: ModuleRef,
    private readonly features: FeatureFlags,
  ) {
    super();
  }

  override async judge(judgement: Judgement): Promise<void> {
    const { allow } = judgement.rules;
    const level = allow.on === 'instance' ? null : await this.admitTo(allow.on, judgement);
    await this.refuseForeignJob(judgement);
    refuseLowRole(judgement, level);
    if (!judgement.caller.hasOneOf(judgement.scopes)) {
      throw insufficientScope(judgement.scopes);
    }
  }

  private async admitTo(on: Exclude<AllowRule['on'], 'instance'>, judgement: Judgement): Promise<number | null> {
    const resolver = this.resolverOf(on);
    const target = await resolver.resolve(judgement.state.path, judgement.caller);
    if (!target) {
      throw notFound(resolver.noun);
    }
    judgement.target = target;
    return target.level;
  }

  /** Where a switch admits job tokens, it admits those of the project alone (contract: conventions §6.3). */
  private async refuseForeignJob({ rules, caller: { credential }, target }: Judgement): Promise<void> {
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

function refuseLowRole({ rules, caller, state }: Judgement, level: number | null): void {
  const { role, orSelf, reason } = rules.allow;
  const isSelf = orSelf !== undefined && readId(state.path[orSelf]) === caller.userId;
  if (role !== undefined && !isSelf && !isEnough(role, caller, level)) {
    throw forbidden(reason);
  }
}

function isEnough(role: Exclude<AllowRule['role'], undefined>, caller: Caller, level: number | null): boolean {
  switch (role) {
    case 'admin':
      return caller.isAdmin;
    case 'insider':
      return caller.seesInternal;
    default:
      return caller.isAtLeast(role, level);
  }
}
