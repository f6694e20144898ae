import { Injectable } from '@nestjs/common';
import type { Page } from '../../common/pagination/page.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { MemberContainer } from '../members/member.js';
import type { AccessEntry } from './access-entry.js';
import { AccessReportRepository } from './access-report.repository.js';

/** Lists what gives access to a project or group, so that unused access can be found (contract: core §15.4). */
@Injectable()
export class AccessReportService {
  constructor(private readonly entries: AccessReportRepository) {}

  /** Returns a page, least recently used first. */
  list(container: MemberContainer, page: PageRequest): Promise<Page<AccessEntry>> {
    return this.entries.page(container, page);
  }
}
