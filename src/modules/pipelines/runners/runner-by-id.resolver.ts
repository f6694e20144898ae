import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { readId } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import { TargetResolver } from '../../../core/access/target-resolver.js';
import type { ResolvedTarget } from '../../../core/access/target-resolver.js';
import { RunnerPermissionsRepository } from './runner-permissions.repository.js';
import { RunnersRepository } from './runners.repository.js';

/**
 * Resolves `:runner_id` for callers who may see the runner; callers who manage it count as its Owner (contract:
 * triggers §9).
 */
@Injectable()
export class RunnerByIdResolver extends TargetResolver {
  override readonly resourceName = 'Runner';

  constructor(
    private readonly runners: RunnersRepository,
    private readonly permissions: RunnerPermissionsRepository,
  ) {
    super();
  }

  override async resolve(
    { runner_id: text }: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<ResolvedTarget | null> {
    const id = readId(text);
    const permission = await this.permissions.find(id, caller);
    const runner = permission?.isVisible ? await this.runners.find(id) : null;
    return runner && { record: runner, level: permission?.mayManage ? Role.Owner : 0 };
  }
}
