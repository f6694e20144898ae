import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { TargetResolver } from '../access/target-resolver.js';
import type { ResolvedTarget } from '../access/target-resolver.js';
import { OperationsService } from './operations.service.js';

/**
 * `:id` of `/operations/:id`, for its creator, managers of its project or group, and administrators (contract:
 * conventions §13).
 */
@Injectable()
export class OperationTargetResolver extends TargetResolver {
  override readonly resourceName = 'Operation';

  constructor(private readonly operations: OperationsService) {
    super();
  }

  override async resolve(
    { id = '' }: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<ResolvedTarget | null> {
    const operation = await this.operations.find(id, caller);
    return operation && { record: operation, level: null };
  }
}
