import { Injectable } from '@nestjs/common';
import { TargetResolver } from '../../../core/access/target-resolver.js';
import type { ResolvedTarget } from '../../../core/access/target-resolver.js';
import { ApplicationsService } from './applications.service.js';

/** Resolves `:id` of `/applications/:id`, an id or a client id, for administrators (contract: oauth §3). */
@Injectable()
export class ApplicationTargetResolver extends TargetResolver {
  override readonly resourceName = 'Application';

  constructor(private readonly applications: ApplicationsService) {
    super();
  }

  override async resolve({ id = '' }: Readonly<Record<string, string>>): Promise<ResolvedTarget | null> {
    const application = await this.applications.findByName(id);
    return application && { record: application, level: null };
  }
}
