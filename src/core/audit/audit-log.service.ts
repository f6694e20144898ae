import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { auditConditions } from './audit-filters.js';
import type { AuditFilters } from './audit-filters.js';
import { AuditRepository } from './audit.repository.js';
import type { AuditEvent } from './audit-event.js';

const EXPORT_BATCH = 500;

/** Reads the audit log (contract: conventions §17, §21.6). */
@Injectable()
export class AuditLogService {
  constructor(private readonly events: AuditRepository) {}

  list(filters: AuditFilters, page: PageRequest): Promise<Page<AuditEvent>> {
    const where = auditConditions(filters);
    return filters.groupId === undefined ? this.events.page(where, page) : this.events.pageOfGroup(where, page);
  }

  async get(id: number, filters: AuditFilters): Promise<AuditEvent> {
    const event = await this.events.find(id, auditConditions(filters));
    if (!event) {
      throw notFound('Audit Event');
    }
    return event;
  }

  /** Yields every matching event, oldest first, in batches, with constant memory. */
  async *export(filters: AuditFilters): AsyncGenerator<AuditEvent> {
    let lastId = 0;
    for (;;) {
      const batch = await this.events.after(lastId, auditConditions(filters), EXPORT_BATCH);
      yield* batch;
      lastId = batch.at(-1)?.id ?? lastId;
      if (batch.length < EXPORT_BATCH) {
        return;
      }
    }
  }
}
