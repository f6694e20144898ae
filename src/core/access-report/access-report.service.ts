import { Injectable } from '@nestjs/common';
import type { Page } from '../../common/pagination/page.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { MemberContainer } from '../members/member.js';
import type { AccessEntry } from './access-entry.js';
import { AccessReportRepository } from './access-report.repository.js';
import type { AccessSource } from './access-source.sql.js';

/** What opens a project or group, so that what nobody uses can be found (contract: core §15.4). */
@Injectable()
export class AccessReportService {
  constructor(private readonly entries: AccessReportRepository) {}

  /** Called by those who hold credentials of a kind of their own, when the program starts. */
  provide(source: AccessSource): void {
    this.entries.provide(source);
  }

  /** The least recently used first. */
  list(container: MemberContainer, page: PageRequest): Promise<Page<AccessEntry>> {
    return this.entries.page(container, page);
  }
}
