import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { AllowRule } from './allow.decorator.js';
import { ServiceLookup } from '../../platform/contributions/service-lookup.js';
import { GroupTargetResolver, ProjectTargetResolver } from './target-resolver.js';
import type { TargetResolver } from './target-resolver.js';

/** The resolvers that routes name, each looked for in the whole program once. */
@Injectable()
export class TargetResolvers {
  private readonly services: ServiceLookup;

  constructor(modules: ModuleRef) {
    this.services = new ServiceLookup(modules);
  }

  /** Null for routes about the whole instance. */
  of(on: AllowRule['on']): TargetResolver | null {
    switch (on) {
      case 'instance':
        return null;
      case 'project':
        return this.services.of(ProjectTargetResolver);
      case 'group':
        return this.services.of(GroupTargetResolver);
      default:
        return this.services.of(on);
    }
  }
}
