import { Injectable } from '@nestjs/common';
import type { ApiError } from '../../../common/errors/api-error.js';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import { TargetResolver } from '../../../core/access/target-resolver.js';
import type { ResolvedTarget } from '../../../core/access/target-resolver.js';
import { GroupByIdOrPath } from '../../../core/groups/group-target.resolver.js';
import { Env } from '../../../platform/config/env.js';
import { packagesClosed } from './package-errors.js';
import { allows } from './package-rights.js';

/** Resolves `:id` to the group for callers who may list its packages (contract: packages §3.2). */
@Injectable()
export class PackageGroupResolver extends TargetResolver {
  override readonly resourceName = 'Group';

  constructor(
    private readonly groups: GroupByIdOrPath,
    private readonly env: Env,
  ) {
    super();
  }

  override closed(): ApiError | null {
    return this.env.packages.enabled ? null : packagesClosed();
  }

  override async resolve(
    { id = '' }: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<ResolvedTarget | null> {
    const target = await this.groups.resolveReference(id, caller);
    const seen = target && { visibility: target.record.visibility, level: target.level ?? 0 };
    if (seen && !allows(seen, caller.isAdmin, 'read')) {
      throw forbidden();
    }
    return target;
  }
}
