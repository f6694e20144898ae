import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { AllowRule } from './allow.decorator.js';
import { GroupTargetResolver, ProjectTargetResolver, TargetResolver } from './target-resolver.js';

/** The resolvers that routes name, each looked for in the whole program once. */
@Injectable()
export class TargetResolvers {
  private readonly known = new Map<unknown, TargetResolver>();

  constructor(private readonly modules: ModuleRef) {}

  /** Null for routes about the whole instance. */
  of(on: AllowRule['on']): TargetResolver | null {
    return on === 'instance' ? null : (this.known.get(on) ?? this.find(on));
  }

  private find(on: Exclude<AllowRule['on'], 'instance'>): TargetResolver {
    const type = on === 'project' ? ProjectTargetResolver : on === 'group' ? GroupTargetResolver : on;
    const resolver = this.modules.get<TargetResolver>(type, { strict: false });
    this.known.set(on, resolver);
    return resolver;
  }
}
