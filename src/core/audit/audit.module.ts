import { Global, Module } from '@nestjs/common';
import { AuditLog } from './audit-log.service.js';
import { AuditRepository } from './audit.repository.js';
import { AuditSealing } from './audit-sealing.service.js';
import { AuditService } from './audit.service.js';
import { AuditVerifyCommand } from './commands/audit-verify.command.js';
import { SealAuditEventsJob } from './jobs/seal-audit-events.job.js';

@Global()
@Module({
  providers: [AuditService, AuditRepository, AuditLog, AuditSealing, SealAuditEventsJob, AuditVerifyCommand],
  exports: [AuditService, AuditLog],
})
export class AuditModule {}
