import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { readId } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import { TargetResolver } from '../../../core/access/target-resolver.js';
import type { ResolvedTarget } from '../../../core/access/target-resolver.js';
import { RunnerStandingsRepository } from './runner-standings.repository.js';
import { RunnersRepository } from './runners.repository.js';

/** `:runner_id` for those who see what the runner serves; whoever manages that stands as its Owner (contract: triggers §9). */
@Injectable()
export class RunnerByIdResolver extends TargetResolver {
  override readonly noun = 'Runner';

  constructor(
    private readonly runners: RunnersRepository,
    private readonly standings: RunnerStandingsRepository,
  ) {
    super();
  }

  override async resolve(
    { runner_id: text }: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<ResolvedTarget | null> {
    const id = readId(text);
    const standing = await this.standings.find(id, caller);
    const runner = standing?.isVisible ? await this.runners.find(id) : null;
    return runner && { record: runner, level: standing?.mayManage ? Role.Owner : 0 };
  }
}
