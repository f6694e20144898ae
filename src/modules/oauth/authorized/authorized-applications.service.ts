import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { AuthorizedApplicationsRepository } from './authorized-applications.repository.js';
import type { AuthorizedApplication } from './authorized-application.columns.js';

/** Lists the grants of users, and revokes them in one call (contract: oauth §3, §14.5). */
@Injectable()
export class AuthorizedApplicationsService {
  constructor(private readonly grants: AuthorizedApplicationsRepository) {}

  newest({ userId }: Caller): Promise<readonly AuthorizedApplication[]> {
    return this.grants.newest(userId);
  }

  page({ userId }: Caller, page: PageRequest): Promise<Page<AuthorizedApplication>> {
    return this.grants.page(userId, page);
  }

  /** Throws 404 if the user has granted the application nothing. */
  async revoke({ userId }: Caller, applicationId: number): Promise<void> {
    if (!(await this.grants.revoke(userId, applicationId))) {
      throw notFound('Application');
    }
  }
}
