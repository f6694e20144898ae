import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import { INSTANCE } from '../../../core/audit/audit-event.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import type { Operation } from '../../../core/operations/operation.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import { StoragesService } from '../../repositories/storages/storages.service.js';
import { CleanStorageJob } from './clean-storage.job.js';

/** Schedules the removal of old copies (contract: storage-moves §13.6). */
@Injectable()
export class StorageCleaningService {
  constructor(
    private readonly storages: StoragesService,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Throws 404 for a storage that is not configured. */
  start(storage: string, caller: Caller): Promise<Operation> {
    if (!this.storages.names.includes(storage)) {
      throw notFound('Storage');
    }
    return this.database.transaction(async (tx) => {
      const operation = await this.operations.schedule(tx, {
        kind: 'repository_storage_clean',
        creatorId: caller.userId,
        canCancel: false,
      });
      await this.jobs.enqueue(tx, CleanStorageJob, { operationId: operation.id, storage });
      const target = { id: storage, type: 'Storage', details: storage };
      await this.audit.record(tx, caller, INSTANCE, target, { custom_message: 'Repository storage cleaned' });
      return operation;
    });
  }
}
