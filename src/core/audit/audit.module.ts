import { Global, Module } from '@nestjs/common';
import { SudoAudit } from '../access/sudo-audit.js';
import { AuditLogController } from './audit-log.controller.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditRepository } from './audit.repository.js';
import { AuditSealingService } from './audit-sealing.service.js';
import { AuditService } from './audit.service.js';
import { AuditedPathsRepository } from './audited-paths.repository.js';
import { AuditVerifyCommand } from './audit-verify.command.js';
import { SudoAuditService } from './sudo-audit.service.js';
import { SealAuditEventsJob } from './seal-audit-events.job.js';

/** The audit log: who changed what, in a chain of digests (contract: conventions §17, §21.6). */
@Global()
@Module({
  controllers: [AuditLogController],
  providers: [
    AuditService,
    AuditRepository,
    AuditedPathsRepository,
    AuditLogService,
    AuditSealingService,
    SealAuditEventsJob,
    AuditVerifyCommand,
    SudoAuditService,
    { provide: SudoAudit, useExisting: SudoAuditService },
  ],
  exports: [AuditService, AuditedPathsRepository, SudoAudit],
})
export class AuditModule {}
